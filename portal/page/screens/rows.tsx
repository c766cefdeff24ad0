import type { Row, RowTexts } from '../island.ts';
import { shownName } from '../names.ts';

/** What a choice asks for: a password, a user name with one, nothing, or the name as well. */
type Kind = 'psk' | 'eap' | 'none' | 'typed';

type ChoiceProps = {
  /** For the button: its class, which also tells style sheet and script what is asked for. */
  readonly kind: Kind | 'psk known';
  readonly value?: string;
  readonly name: string;
  readonly about: string;
  readonly picked: boolean;
  readonly required: boolean;
  readonly unsupported?: boolean;
  /** 0 to 3: as many bars less one; without it no signs are drawn. */
  readonly strength?: number;
};

export function Choice({ kind, value, name, about, picked, required, unsupported, strength }: ChoiceProps) {
  return (
    <label class="r">
      <input
        type="radio"
        name="network"
        class={kind}
        value={value}
        checked={picked}
        disabled={unsupported}
        required={required}
      />
      <span>
        <bdi>{name}</bdi>
        <small>{about}</small>
      </span>
      {strength !== undefined && (
        <>
          {kind !== 'none' && <i class="l" />}
          <i class={`b b${strength}`} />
        </>
      )}
    </label>
  );
}

function kindOf({ security, known }: Row): ChoiceProps['kind'] {
  if (security === 'open' || security === 'owe') return 'none';
  if (security === 'enterprise') return 'eap';
  return known ? 'psk known' : 'psk';
}

type RowsProps = {
  readonly rows: readonly Row[];
  readonly picked: string | undefined;
  readonly required: boolean;
  readonly texts: RowTexts;
};

/** The networks in reach. Rendered by the server; the page's script keeps them up to date. */
export function Rows({ rows, picked, required, texts }: RowsProps) {
  if (!rows[0]) return <p>{texts.noNetworks}</p>;
  return (
    <>
      {rows.map((row) => {
        const strength = Math.min(3, Math.floor(row.signal / 25));
        const about = [texts.securities[row.security], row.supported ? texts.signals[strength] : texts.unsupported];
        if (row.known) about.push(row.connected ? texts.connected : texts.known);
        return (
          <Choice
            key={row.id}
            kind={kindOf(row)}
            value={row.id}
            name={shownName(row.name)}
            about={about.join(' · ')}
            picked={picked === row.id}
            required={required}
            unsupported={!row.supported}
            strength={strength}
          />
        );
      })}
    </>
  );
}
