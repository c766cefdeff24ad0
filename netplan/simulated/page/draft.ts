import { useEffect, useState } from 'preact/hooks';

type Told = Promise<{ readonly error?: string }>;

/**
 * A value that is being entered: what the town says meanwhile does not overwrite it. It is sent when it is finished, and
 * gives way to what the town then says.
 */
export function useDraft(value: string, send: (value: string) => Told) {
  const [draft, setDraft] = useState<string>();
  useEffect(() => setDraft(undefined), [value]);
  return {
    value: draft ?? value,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => setDraft(currentTarget.value),
    onChange: async ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      const { error } = await send(currentTarget.value);
      if (error !== undefined || currentTarget.value === value) setDraft(undefined);
    },
  };
}
