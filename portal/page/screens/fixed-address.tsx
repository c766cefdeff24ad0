import { fill } from '../texts.ts';
import { Field } from './field.tsx';
import type { PartProps } from './machine.tsx';

/** A static address, for networks without DHCP; folded away, because hardly anybody needs it. */
export function FixedAddress({ model, texts, errors }: PartProps) {
  const { values } = model.form;
  const open = ['address', 'gateway', 'dns'].some((name) => values[name] || errors[name]);
  return (
    <details class="card" open={open}>
      <summary>{texts.fixed}</summary>
      <p>{texts.fixedHint}</p>
      <Field
        name="address"
        label={texts.address}
        hint={fill(texts.example, { example: '192.168.1.20/24' })}
        value={values['address']}
        error={errors['address']}
        maxLength={32}
        mode="url"
      />
      <Field
        name="gateway"
        label={texts.gateway}
        value={values['gateway']}
        error={errors['gateway']}
        maxLength={32}
        mode="decimal"
      />
      <Field
        name="dns"
        label={texts.dns}
        hint={fill(texts.example, { example: '192.168.1.1, 9.9.9.9' })}
        value={values['dns']}
        error={errors['dns']}
        maxLength={256}
        mode="url"
      />
    </details>
  );
}
