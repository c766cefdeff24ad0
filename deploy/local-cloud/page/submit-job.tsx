import { training } from './api.ts';
import { useDeed } from './hooks.ts';
import { Choice, Field, Form } from './parts.tsx';
import type { Overview } from './types.ts';

type Props = { readonly overview: Overview; readonly done: () => Promise<void> };

export function SubmitJob({ overview, done }: Props) {
  const { organization: organizationId, datasets, scripts } = overview;
  const { act, ...deed } = useDeed();
  const custom = useDeed();
  const model = (values: FormData) => ({
    organizationId,
    datasetId: values.get('dataset'),
    modelName: String(values.get('model')).trim(),
    modelVersion: String(values.get('version')).trim(),
  });
  const submit = (values: FormData) =>
    act(async () => {
      const tags = String(values.get('tags'))
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '');
      await training('SubmitTrainingJob', { ...model(values), modelType: values.get('type'), tags });
      await done();
    });
  const submitCustom = (values: FormData) =>
    custom.act(async () => {
      const script = scripts[Number(values.get('script'))];
      const registry = { registryItemId: script?.item, registryItemVersion: script?.version };
      await training('SubmitCustomTrainingJob', { ...model(values), ...registry });
      await done();
    });
  const data = <Choice label="Data set" name="dataset" options={datasets.map(({ id, name }) => [id, name] as const)} />;
  const names = (
    <>
      <Field label="Model" name="model" />
      <Field label="Version" name="version" hint="One that the model never had" />
    </>
  );
  return (
    <>
      <Form title="Train a model" button="Submit" send={submit} {...deed}>
        {data}
        {names}
        <Choice
          label="Type"
          name="type"
          options={[
            ['MODEL_TYPE_SINGLE_LABEL_CLASSIFICATION', 'one label for each example'],
            ['MODEL_TYPE_MULTI_LABEL_CLASSIFICATION', 'several labels'],
            ['MODEL_TYPE_OBJECT_DETECTION', 'object detection'],
          ]}
        />
        <Field label="Labels" name="tags" hint="With commas between, for example red, blue" />
      </Form>
      {scripts.length === 0 ? null : (
        <Form
          title="Run a script of the registry"
          button="Submit"
          send={submitCustom}
          busy={custom.busy}
          error={custom.error}
        >
          {data}
          {names}
          <Choice
            label="Script"
            name="script"
            options={scripts.map(({ item, version }, index) => [String(index), `${item} ${version}`] as const)}
          />
        </Form>
      )}
    </>
  );
}
