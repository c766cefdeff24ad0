import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, takeToken, token } from './api.ts';
import { Fragments } from './fragments.tsx';
import { signOut, useCloud, useRoute } from './hooks.ts';
import { Keys } from './keys.tsx';
import { MachinePage } from './machine.tsx';
import { Machines } from './machines.tsx';
import { Failure } from './parts.tsx';
import { Releases } from './releases.tsx';
import { SignIn } from './sign-in.tsx';
import './style.css';
import { Training } from './training.tsx';
import type { Overview } from './types.ts';

const views = {
  machines: 'Machines',
  fragments: 'Fragments',
  releases: 'Releases',
  training: 'Training',
  keys: 'Keys',
};

function Cloud() {
  const [view = 'machines', id, tab] = useRoute();
  const { value: overview, error, refresh } = useCloud(() => api<Overview>('/overview'), 3000, 'overview');
  return (
    <>
      <header>
        <span class="brand">Local cloud</span>
        <nav aria-label="Views">
          {Object.entries(views).map(([name, text]) => (
            <a key={name} href={`#/${name}`} aria-current={view === name ? 'page' : undefined}>
              {text}
            </a>
          ))}
        </nav>
        <button type="button" class="quiet" onClick={signOut}>
          Sign out
        </button>
      </header>
      <main>
        <Failure text={error} />
        {overview === undefined ? (
          <>
            <h1>Local cloud</h1>
            <p class="empty">{error === '' ? 'Loading …' : 'Nothing to show.'}</p>
          </>
        ) : view === 'machines' && id !== undefined ? (
          <MachinePage key={id} id={id} tab={tab ?? 'configure'} refresh={refresh} />
        ) : view === 'fragments' ? (
          <Fragments overview={overview} id={id} refresh={refresh} />
        ) : view === 'releases' ? (
          <Releases overview={overview} refresh={refresh} />
        ) : view === 'training' ? (
          <Training overview={overview} id={id} refresh={refresh} />
        ) : view === 'keys' ? (
          <Keys overview={overview} refresh={refresh} />
        ) : (
          <Machines overview={overview} refresh={refresh} />
        )}
      </main>
    </>
  );
}

function App() {
  const [signedIn, setSignedIn] = useState(token.get() !== undefined);
  useEffect(() => {
    const out = () => setSignedIn(false);
    addEventListener('signed-out', out);
    return () => removeEventListener('signed-out', out);
  }, []);
  return signedIn ? <Cloud /> : <SignIn done={() => setSignedIn(true)} />;
}

takeToken();
// The same address again, in a tab that has the page already.
addEventListener('hashchange', () => {
  if (takeToken()) location.reload();
});
const place = document.getElementById('cloud');
if (place !== null) render(<App />, place);
