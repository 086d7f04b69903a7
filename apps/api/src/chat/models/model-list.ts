import { AppError, t, type ModelName, type ModelOption } from '@parley/core';
import type { Model, ModelCapabilities } from '../model/model.ts';
import { hasModel, nameOf, type ListedModel } from './listed-model.ts';
import { Providers } from './providers.ts';

/** What decides the model of a reply. */
export interface ModelChoice {
  /** Id of a plan. */
  plan: string;
  /** The id that the request names; null for none. */
  asked: string | null;
  /** The id that the user has chosen; null for none. */
  chosen: string | null;
}

/** The models of the operator's list, in its order. */
export class ModelList {
  readonly all: readonly ListedModel[];
  readonly providers: Providers;

  constructor(all: readonly ListedModel[], providers = new Providers(Date.now)) {
    this.all = all;
    this.providers = providers;
  }

  /** Whether replies name their model: not where one model writes all of them. */
  get hasChoice(): boolean {
    return this.all.length > 1;
  }

  /** The models that users of a plan can choose; the first is the default. */
  ofPlan(plan: string): ListedModel[] {
    return this.hasChoice ? this.all.filter((model) => hasModel(model, plan)) : [];
  }

  /**
   * The model that should answer; null where all replies have the same. Throws when the request names a model that is
   * unknown, or that the plan does not have. A choice that no longer exists counts as none.
   */
  choose({ plan, asked, chosen }: ModelChoice): ListedModel | null {
    const offered = this.ofPlan(plan);
    if (asked === null) return offered.find(({ id }) => id === chosen) ?? offered[0] ?? null;
    const found = offered.find(({ id }) => id === asked);
    if (found) return found;
    const other = this.all.find(({ id }) => id === asked);
    if (other && !this.hasChoice) return null;
    if (other) throw new AppError('forbidden', { message: t`Your plan doesn’t include ${other.label}.` });
    throw new AppError('invalid-request', {
      message: t`There is no model “${asked.slice(0, 100)}”. Choose another one.`,
    });
  }

  /** The model that answers this user; null where it is always the same, without a lesser one at the free limit. */
  shown(plan: string, chosen: string | null, hasLesser: boolean): ModelName | null {
    const model = hasLesser || this.ofPlan(plan).length > 1 ? this.choose({ plan, asked: null, chosen }) : null;
    return model && nameOf(model);
  }

  /** What people of a plan see of its models. */
  optionsOf(plan: string): ModelOption[] {
    return this.ofPlan(plan).map((model) => ({
      ...nameOf(model),
      description: model.description,
      isAnswering: !this.isSetAside(model),
    }));
  }

  /** The model that answers when this one cannot; null for none. */
  fallbackOf({ fallback }: ListedModel): ListedModel | null {
    return this.all.find(({ id }) => id === fallback) ?? null;
  }

  isSetAside({ provider }: ListedModel): boolean {
    return this.providers.isSetAside(provider);
  }

  /** Decorates the model of each entry. */
  map(decorate: (model: Model) => Model): ModelList {
    return new ModelList(
      this.all.map((entry) => ({ ...entry, model: decorate(entry.model) })),
      this.providers,
    );
  }
}

/** What at least one of these models can do. */
export async function capabilitiesOfAny(
  models: readonly Model[],
): Promise<Pick<ModelCapabilities, 'answers' | 'seesPictures'>> {
  const all = await Promise.all(models.map((model) => model.capabilities()));
  const best = (of: (each: ModelCapabilities) => { ok: boolean; reason?: string }) => {
    const found = all.map(of);
    return found.find(({ ok }) => ok) ?? found[0] ?? { ok: false };
  };
  return { answers: best((each) => each.answers), seesPictures: best((each) => each.seesPictures) };
}
