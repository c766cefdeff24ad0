import { fill } from '../texts.ts';
import { Field } from './field.tsx';
import type { PartProps } from './machine.tsx';

/**
 * What a network may ask for. All of it stands in the page; the style sheet shows what belongs to the network chosen,
 * also where no script runs. `required` is the script's to say, because only it knows what is in view.
 */
export function NetworkFields({ model, texts, errors }: PartProps) {
  const { values } = model.form;
  const text = (name: string) => ({ name, value: values[name], error: errors[name] });
  const secret = (name: string) => ({ name, error: errors[name], show: texts.showPassword });
  return (
    <div id="fields">
      <div class="if-typed">
        <Field {...text('ssid')} label={texts.name} hint={texts.nameHint} />
      </div>
      <div class="if-psk">
        <Field {...secret('psk')} label={texts.password} hint={texts.passwordHint} />
        <p class="h if-typed">{texts.passwordOpen}</p>
        <p class="h if-known">{texts.passwordKept}</p>
      </div>
      <details class="if-eap" open={errors['identity'] !== undefined || errors['password'] !== undefined}>
        <summary>{texts.asksForName}</summary>
        <Field {...text('identity')} label={texts.identity} />
        <Field {...secret('password')} label={texts.identityPassword} />
        <div class="f">
          <label for="enterpriseMethod">{texts.method}</label>
          <select id="enterpriseMethod" name="enterpriseMethod">
            <option value="peap">{fill(texts.methodUsual, { method: 'PEAP' })}</option>
            <option value="ttls" selected={values['enterpriseMethod'] === 'ttls'}>
              TTLS
            </option>
          </select>
        </div>
      </details>
    </div>
  );
}
