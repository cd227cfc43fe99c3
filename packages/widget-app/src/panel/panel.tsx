/** The panel: a dialog beside the page, not over it. Esc closes it; the page behind stays usable. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { DialogHost } from '../dialogs/dialog.js';
import { useLazy } from '../ui/use-lazy.js';
import { useStore } from '../ui/use-store.js';
import { TextsContext } from '../ui/use-texts.js';
import { ConsentGate } from './consent/consent-gate.js';
import { Conversation } from './conversation/conversation.js';
import { keepTabInside, useFocusInside } from './focus-inside.js';
import { Footer } from './header/footer.js';
import { Header } from './header/header.js';
import { visitorMenu } from './header/visitor-menu.js';
import type { PanelController } from './model.js';
import { isFullscreen, type PanelState } from './state.js';

const loadSearch = () => import('../dialogs/search/search-view.js');

export function Panel({ controller }: { readonly controller: PanelController }) {
  const state = useStore(controller.subscribe, controller.getState);
  const { boot, connect, look, agentName, texts } = controller.context;
  const panel = useRef<HTMLElement>(null);
  useFocusInside(panel, state);
  const closeSheet = (): void => controller.dispatch({ type: 'dialog', dialog: null });
  const search = useLazy(loadSearch, state.dialog === 'search', closeSheet);
  // Kept in the document while closed, so that opening again costs nothing and a draft or a scroll position stays.
  const [seen, setSeen] = useState(state.open);
  useEffect(() => {
    if (state.open) setSeen(true);
  }, [state.open]);
  if (!seen && !state.open) return null;

  const title = look.headerTitle ?? agentName;
  const embedded = connect.config.mode === 'embedded';
  const gate = state.consent === 'needed' || state.consent === 'declined';
  const client = gate ? null : controller.client();
  const headless = embedded && connect.config.hideHeader;
  const menu = gate ? [] : visitorMenu(controller, state, client);
  return (
    <TextsContext.Provider value={texts}>
      <section
        ref={panel}
        class="panel"
        role="dialog"
        tabIndex={-1}
        aria-modal={!embedded && isFullscreen(state)}
        aria-labelledby="panel-title"
        hidden={!state.open}
        style={edgesOf(state, embedded)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.isComposing) {
            // What lies on top goes first.
            if (state.dialog) closeSheet();
            else controller.close();
          }
          if (!embedded) keepTabInside(event, panel.current, state);
        }}
      >
        <Header
          title={title}
          agentTitle={connect.config.agentTitle ?? boot.inbox.agentTitle}
          // From somewhere else, and before the visitor has agreed nothing is asked for anywhere.
          logoUrl={gate ? null : look.logoUrl}
          client={client}
          hidden={headless}
          menu={headless ? [] : menu}
          onClose={embedded ? null : () => controller.close()}
        />
        {gate ? (
          <ConsentGate controller={controller} state={state} />
        ) : (
          <Conversation key={state.visitorNumber} controller={controller} state={state} client={client} />
        )}
        {state.downloadFailed && (
          <p role="alert" class="banner">
            {texts.downloadFailed}
          </p>
        )}
        {client && state.dialog && state.dialog !== 'search' && (
          <DialogHost
            key={state.dialog}
            name={state.dialog}
            controller={controller}
            client={client}
            onClose={closeSheet}
          />
        )}
        {client && state.dialog === 'search' && search && <search.SearchView client={client} onClose={closeSheet} />}
        <Footer
          poweredBy={look.poweredBy}
          // Where no header holds it: what visitors may do with their data they may do everywhere.
          menu={headless ? menu : []}
          privacyUrl={gate ? null : (connect.config.privacyUrl ?? boot.inbox.privacyUrl)}
        />
      </section>
    </TextsContext.Provider>
  );
}

/** What to keep clear of at the edges, for the style sheet; nothing while the panel stands beside the page, or in it. */
function edgesOf(state: PanelState, embedded: boolean): Record<string, string> {
  const { top, right, bottom, left } = (!embedded && isFullscreen(state) && state.viewport.safe) || NO_EDGES;
  return {
    '--safe-top': `${top}px`,
    '--safe-right': `${right}px`,
    '--safe-bottom': `${bottom}px`,
    '--safe-left': `${left}px`,
  };
}

const NO_EDGES = { top: 0, right: 0, bottom: 0, left: 0 };
