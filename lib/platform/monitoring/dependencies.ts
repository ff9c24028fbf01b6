import type { Dependency } from '../lifecycle/health/dependency.ts'
import { CachedQuery } from '../cache/cached-query.ts'
import { telemetry } from '../telemetry/telemetry.ts'

/** Cache time of the metrics. It is long, because metrics are read often and hosted services count requests. */
const FRESH_MS = 60_000

const TIMEOUT_MS = 5_000

export function observeDependencies(dependencies: readonly Dependency[]): void {
  const states = new CachedQuery(
    undefined,
    () => Promise.all(dependencies.map(async ({ name, state }) => ({ name, ...(await state()) }))),
    { freshMs: FRESH_MS },
  )
  telemetry.meter
    ?.createObservableGauge('ductwise.dependency.up', { description: '1 if the dependency responds' })
    .addCallback(async (result) => {
      for (const { name, answers } of (await states.get('', TIMEOUT_MS)) ?? [])
        result.observe(answers ? 1 : 0, { dependency: name })
    })
}
