// What the page's API answers, as far as the page uses it.
import type { Problem } from '../../../daemon/problems.ts';
import type { Given } from '../sections.ts';
import type { Fragment } from '../store/fragments.ts';
import type { Key } from '../store/keys.ts';
import type { Report } from '../store/machines.ts';
import type { Release } from '../store/releases.ts';
import type { Wished } from '../wishes.ts';

export type { KeptRecord, Severity } from '../store/logs.ts';
export type { Fragment, Problem, Release, Report, Wished };

export type Overview = {
  readonly now: number;
  readonly organization: string;
  readonly machines: readonly {
    readonly id: string;
    readonly name: string;
    readonly seen?: number;
    readonly agentVersion: string;
    readonly problems: number;
  }[];
  readonly fragments: readonly Fragment[];
  readonly keys: readonly Omit<Key, 'hash'>[];
  readonly releases: readonly Release[];
  readonly datasets: readonly { readonly id: string; readonly name: string; readonly size: number }[];
  readonly scripts: readonly { readonly item: string; readonly version: string; readonly file: string }[];
  readonly containers: readonly { readonly key: string; readonly description: string }[];
};

export type MachineView = {
  readonly now: number;
  readonly id: string;
  readonly name: string;
  readonly seen?: number;
  readonly configuration: string;
  readonly report?: Report;
  readonly restart: boolean;
  readonly problems: readonly Problem[];
  readonly given: Given;
  readonly wishes: { readonly agent: Wished; readonly server: Wished };
};

/** A job in Connect's JSON: zeros and empty texts are left out. */
export type JobView = {
  readonly id: string;
  readonly status?: string;
  readonly createdOn?: string;
  readonly trainingStarted?: string;
  readonly trainingEnded?: string;
  readonly modelName: string;
  readonly modelVersion: string;
  readonly isCustomJob?: boolean;
  readonly registryItemId?: string;
  readonly registryItemVersion?: string;
  readonly modelType?: string;
  readonly tags?: readonly string[];
  readonly errorStatus?: { readonly message?: string };
};
