import './decisions.css';
import type { PageState } from '../page-state.ts';
import { Card } from './controls.tsx';
import { clockText } from './town.ts';

/** What was decided, newest first. */
export function Decisions({
  decisions,
  since,
}: Pick<PageState['appliance'], 'decisions'> & { readonly since: number }) {
  return (
    <Card title="Decisions" class="decisions">
      {decisions.length === 0 && <p class="none">Nothing was decided yet.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable without a mouse. */}
      <ol tabIndex={0}>
        {decisions
          .slice(-60)
          .toReversed()
          .map(({ at, text, detail }, index) => (
            <li key={decisions.length - index}>
              <time>{clockText(at - since)}</time>
              <div>
                <b>{text.replace('->', '→')}</b>
                {detail !== undefined && <span>{detail}</span>}
              </div>
            </li>
          ))}
      </ol>
    </Card>
  );
}
