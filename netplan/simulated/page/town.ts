import { useEffect, useState } from 'preact/hooks';
import type { TownAct } from '../page-acts.ts';
import type { PageState } from '../page-state.ts';

export type Received = PageState & {
  /** When it came, on the browser's clock: town time goes on from there. */
  readonly received: number;
};

/** The newest state, and whether the town is heard. */
export function useTown(): { readonly state: Received | undefined; readonly heard: boolean } {
  const [state, setState] = useState<Received>();
  const [heard, setHeard] = useState(true);
  useEffect(() => {
    const source = new EventSource('/events');
    source.onmessage = ({ data }) => {
      setHeard(true);
      setState({ ...(JSON.parse(data) as PageState), received: performance.now() });
    };
    source.onerror = () => setHeard(false);
    return () => source.close();
  }, []);
  return { state, heard };
}

/** Does something to the town. What changed comes by the stream. @returns what was wrong, or what a phone found */
export async function act(what: TownAct): Promise<{ readonly error?: string; readonly result?: string }> {
  try {
    const response = await fetch('/act', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(what),
    });
    return (await response.json()) as { error?: string; result?: string };
  } catch {
    return { error: 'The town does not answer. Is it still running?' };
  }
}

/** Ticks so that moments on the page move; the town's time in milliseconds. */
export function useTownTime(state: Received): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, []);
  return state.town.at + (performance.now() - state.received) * state.appliance.clockFactor;
}

/** `1:02:03` of town time. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
