import { signIn } from './api.ts';
import { useDeed } from './hooks.ts';
import { Field, Form } from './parts.tsx';

export function SignIn({ done }: { readonly done: () => void }) {
  const { act, ...deed } = useDeed();
  const send = (values: FormData) =>
    act(async () => {
      await signIn(String(values.get('id')).trim(), String(values.get('key')).trim());
      done();
    });
  return (
    <main class="narrow">
      <h1>Local cloud</h1>
      <p>Open the address that the cloud printed when it started, or give an API key.</p>
      <Form title="Sign in" button="Sign in" send={send} {...deed}>
        <Field label="API key id" name="id" />
        <Field label="API key" name="key" type="password" />
      </Form>
    </main>
  );
}
