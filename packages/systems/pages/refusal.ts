import { html } from 'hono/html'
import { systemOf, type SystemName } from '../systems.ts'
import { type Html, markOf, page } from './layout.ts'

/** What somebody sees whom an application sent here with something that does not hold. */
export const refusalPage = (name: SystemName, code: string, why = ''): Html => {
  const system = systemOf(name)
  return page(
    `The local ${system.label} refuses this`,
    markOf(system),
    html`
      <h1>The local ${system.label} refuses this</h1>
      <p>${code}${why && `: ${why}`}</p>
      <p>Go back to the application, and begin again there.</p>
    `,
  )
}
