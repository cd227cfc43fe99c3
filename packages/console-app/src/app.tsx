/** The sign-in page, what a link leads to, or the console of who is signed in. */
import { useState } from 'preact/hooks';
import { Console } from './console/console.js';
import { DraftAccount } from './forms/use-draft.js';
import { LinkPage } from './session/link-page.js';
import { forgetRequest, linkInAddress, requestInAddress } from './session/links.js';
import { SignIn } from './session/sign-in.js';
import { Unverified } from './session/unverified.js';
import { useSession } from './session/use-session.js';
import { ConnectPage } from './team/setup/agents/connect-page.js';

export function App() {
  const [link, setLink] = useState(linkInAddress);
  const [request, setRequest] = useState(requestInAddress);
  const { state, refresh, leave, hasEnded } = useSession();
  if (link)
    return (
      <LinkPage
        link={link}
        onDone={() => {
          setLink(null);
          refresh();
        }}
      />
    );
  if (state.kind === 'loading') return <main class="sign-in" aria-busy="true" />;
  if (state.kind === 'signed-out') return <SignIn key={state.problem} problem={state.problem} onSignedIn={refresh} />;
  if (state.kind === 'unverified') return <Unverified onLook={refresh} onLeave={leave} />;
  if (request)
    return (
      <ConnectPage
        request={request}
        me={state.me}
        onLeave={() => {
          forgetRequest();
          setRequest(null);
        }}
      />
    );
  const { me } = state;
  return (
    <DraftAccount.Provider value={me.userId}>
      <Console key={me.userId} me={me} onChange={refresh} onLeave={leave} hasEnded={hasEnded} />
    </DraftAccount.Provider>
  );
}
