import { sitePolicyOptions } from '../csp/site-policy.ts'
import { PAGE_VERSION_HEADER } from '../dom-contract.ts'
import type { StoredValue } from './entry.ts'
import { versionOf, withoutFlight } from './flight.ts'
import { holdScripts } from './hold-scripts.ts'
import { contentSecurityPolicy } from './policy.ts'
import { locationHeader, statusOf } from './status.ts'

const POLICY_HEADER = 'content-security-policy'

/**
 * A page as it is stored: with the status it names, without its flight data, with its scripts held back, and with a policy.
 * Anything but a page comes back unchanged.
 */
export function finishPage(value: StoredValue): StoredValue {
  if (value.kind !== 'APP_PAGE' || typeof value.html !== 'string') return value
  const flight = value.rscData && Buffer.from(value.rscData).toString('utf8')
  const version = flight && versionOf(flight)
  const markup = flight && withoutFlight(value.html, flight)
  const html = holdScripts(markup || value.html, markup ? version : undefined)
  return {
    ...value,
    html,
    status: statusOf(value.html) ?? value.status,
    headers: {
      ...value.headers,
      ...locationHeader(value.html),
      [POLICY_HEADER]: contentSecurityPolicy(html, sitePolicyOptions()),
      ...(version && { [PAGE_VERSION_HEADER]: version }),
    },
  }
}
