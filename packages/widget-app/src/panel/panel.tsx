/** The panel: a dialog beside the page. Esc closes it; the page behind stays usable. */
import type { ChatClient } from '@service/embed-headless/core';
import { useRef } from 'preact/hooks';
import { useLazy } from '../ui/use-lazy.js';
import { useStore } from '../ui/use-store.js';
import { TextsContext } from '../ui/use-texts.js';
import { Conversation } from './conversation/conversation.js';
import { keepTabInside, useFocusInside } from './focus-inside.js';
import { Footer } from './header/footer.js';
import { Header } from './header/header.js';
import { visitorMenu } from './header/visitor-menu.js';
import type { PanelController } from './model.js';
import { type DialogName, isFullscreen, type PanelState } from './state.js';

const loadDialogs = () => import('../dialogs/dialog.js');
const loadSearch = () => import('../dialogs/search/search-view.js');

export function Panel({ controller }: { readonly controller: PanelController }) {
  const state = useStore(controller.subscribe, controller.getState);
  const { boot, connect, theme, agentName, texts } = controller.context;
  const panel = useRef<HTMLElement>(null);
  useFocusInside(panel, state);
  const closeDialog = (): void => controller.dispatch({ type: 'dialog', dialog: null });
  // Stays in the document while closed, so that opening again is fast and keeps the draft and the scroll position. Where the
  // page opens it, it is drawn before the first opening as well.
  const wasOpened = useRef(false);
  wasOpened.current ||= state.open;
  if (!wasOpened.current && controller.context.opener) return null;

  const title = theme.headerTitle ?? agentName;
  const embedded = connect.config.mode === 'embedded';
  const gate = state.consent === 'needed' || state.consent === 'declined';
  const client = gate ? null : controller.client();
  const headerHidden = embedded && connect.config.hideHeader;
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
        hidden={!state.open && !embedded}
        style={safeAreaStyle(state, embedded)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.isComposing) {
            // A dialog closes before the panel. The page alone hides an embedded chat: nothing in it opens it again.
            if (state.dialog) closeDialog();
            else if (!embedded) controller.close();
          }
          if (!embedded) keepTabInside(event, panel.current, state);
        }}
      >
        <Header
          title={title}
          agentTitle={connect.config.agentTitle ?? boot.inbox.agentTitle}
          // The logo may be on another host, and nothing is requested before the visitor has opened the chat, and has agreed.
          logoUrl={gate || !wasOpened.current ? null : theme.logoUrl}
          client={client}
          hidden={headerHidden}
          menu={headerHidden ? [] : menu}
          onClose={embedded ? null : () => controller.close()}
        />
        {gate ? (
          controller.ConsentGate && <controller.ConsentGate controller={controller} state={state} />
        ) : (
          <Conversation key={state.visitorNumber} controller={controller} state={state} client={client} />
        )}
        {state.downloadFailed && (
          <p role="alert" class="banner">
            {texts.downloadFailed}
          </p>
        )}
        <Dialogs name={client && state.dialog} controller={controller} client={client} onClose={closeDialog} />
        <Footer
          poweredBy={theme.poweredBy}
          // Without a header the menu is in the footer: visitors can always reach the actions for their data.
          menu={headerHidden ? menu : []}
          business={gate ? null : boot.inbox.name}
          privacyUrl={gate ? null : (connect.config.privacyUrl ?? boot.inbox.privacyUrl)}
        />
      </section>
    </TextsContext.Provider>
  );
}

interface DialogsProps {
  readonly name: DialogName | null;
  readonly controller: PanelController;
  readonly client: ChatClient | null;
  readonly onClose: () => void;
}

/** The open dialog, if there is one. */
function Dialogs({ name, controller, client, onClose }: DialogsProps) {
  const search = useLazy(loadSearch, name === 'search', onClose);
  const dialogs = useLazy(loadDialogs, name !== null && name !== 'search', onClose);
  if (!client || name === null) return null;
  if (name === 'search') return search && <search.SearchView client={client} onClose={onClose} />;
  const DialogHost = dialogs?.DialogHost;
  return DialogHost ? (
    <DialogHost key={name} name={name} controller={controller} client={client} onClose={onClose} />
  ) : null;
}

/** The safe areas of a phone's screen; zero unless the panel covers the page. */
function safeAreaStyle(state: PanelState, embedded: boolean): Record<string, string> {
  const { top, right, bottom, left } = (!embedded && isFullscreen(state) && state.viewport.safe) || NO_SAFE_AREA;
  return {
    '--safe-top': `${top}px`,
    '--safe-right': `${right}px`,
    '--safe-bottom': `${bottom}px`,
    '--safe-left': `${left}px`,
  };
}

const NO_SAFE_AREA = { top: 0, right: 0, bottom: 0, left: 0 };
