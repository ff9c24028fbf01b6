import type { Dependency } from '../health/dependency.ts'
import { keepBriefly } from '../keep-briefly.ts'
import { telemetry } from './telemetry.ts'

/** Milliseconds between two looks: figures are read often, and a hosted service counts what it is asked. */
const KEPT_MS = 60_000

/** Observes whether what the site depends on answers. */
export function observeDependencies(dependencies: readonly Dependency[]): void {
  const states = keepBriefly(
    () => Promise.all(dependencies.map(async ({ name, state }) => ({ name, ...(await state()) }))),
    KEPT_MS,
  )
  telemetry.meter
    ?.createObservableGauge('ductwise.dependency.up', { description: '1 where what the site depends on answers' })
    .addCallback(async (result) => {
      for (const { name, answers } of await states()) result.observe(answers ? 1 : 0, { dependency: name })
    })
}
