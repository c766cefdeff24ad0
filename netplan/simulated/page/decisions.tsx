import './decisions.css';
import type { PageState } from '../page-state.ts';
import { Card } from './controls.tsx';
import { clockText } from './town.ts';

/** What was decided, newest first. */
export function Decisions({ decisions }: { readonly decisions: PageState['appliance']['decisions'] }) {
  return (
    <Card title="Decisions" class="decisions">
      {decisions.length === 0 && <p class="none">Nothing was decided yet.</p>}
      <ol>
        {decisions
          .slice(-60)
          .toReversed()
          .map(({ at, text, detail }, index) => (
            <li key={decisions.length - index}>
              <time>{clockText(at)}</time>
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
