import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, token } from './api.ts';

/** Something of the cloud, read now and every `every` milliseconds while the page is visible. */
export function useCloud<T>(read: () => Promise<T>, every: number, key: string) {
  const [value, setValue] = useState<T | undefined>(undefined);
  const [error, setError] = useState('');
  const current = useRef(read);
  current.current = read;
  const refresh = useCallback(async () => {
    try {
      const next = await current.current();
      setValue(next);
      setError('');
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status === 401) signOut();
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }, []);
  useEffect(() => {
    setValue(undefined);
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      if (!document.hidden) await refresh();
      if (!over) timer = setTimeout(look, every);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key, every, refresh]);
  return { value, error, refresh };
}

/** A deed of a person: what went wrong is shown, and buttons wait. */
export function useDeed() {
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const act = async (deed: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await deed();
      setError('');
      return true;
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { error, busy, act };
}

export function signOut(): void {
  token.clear();
  dispatchEvent(new Event('signed-out'));
}

/** What stands behind `#/`, in parts. */
export function useRoute(): readonly string[] {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
}
