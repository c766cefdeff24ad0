import './controls.css';
import type { ComponentChildren } from 'preact';

/** A switch with its words; a checkbox to the keyboard and to screen readers. */
export function Switch(props: {
  readonly on: boolean;
  readonly label: ComponentChildren;
  readonly quiet?: boolean;
  readonly set: (on: boolean) => void;
}) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={props.on}
        aria-checked={props.on}
        onChange={({ currentTarget }) => {
          const { checked } = currentTarget;
          // The town decides: until it says so, the switch stays.
          currentTarget.checked = props.on;
          props.set(checked);
        }}
      />
      <span class="track" aria-hidden="true" />
      <span class={props.quiet === true ? 'unseen' : ''}>{props.label}</span>
    </label>
  );
}

/** One of few, all in sight. */
export function Choice<Value extends string | number>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly set: (value: Value) => void;
}) {
  return (
    <fieldset class="choice" aria-label={props.label}>
      {props.options.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={value === props.value} onClick={() => props.set(value)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

export function Card(props: { readonly title: string; readonly class?: string; readonly children: ComponentChildren }) {
  return (
    <section class={`card ${props.class ?? ''}`}>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** What is behind a router or a cable. */
export const upstreams = [
  ['yes', 'Internet'],
  ['sign-in', 'Sign-in page'],
  ['no', 'None'],
] as const;
