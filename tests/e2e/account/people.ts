import { createClerkClient } from '@clerk/backend'
import { type Browser, expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { Plan } from '../../../lib/platform/auth/access-table.ts'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { getClerkUrl } from '../../../scripts/support/settings.ts'
import { waitForMail } from '../../support/inbox.ts'
import { stack } from '../../support/stack/addresses.ts'
import { waitForStreaming } from './watch.ts'

export const clerk = createClerkClient({
  secretKey: stack.site.CLERK_SECRET_KEY ?? '',
  apiUrl: stack.site.CLERK_API_URL ?? '',
})

let personCount = 0

export const createAddress = (name: string): string => `${name}-${Date.now()}-${(personCount += 1)}@ductwise.test`

export const createCompanyName = (name: string): string => `${name} ${Date.now()}`

export type Person = { email: string; userId: string }
export type Owner = Person & { organizationId: string }

export async function createPerson(name: string): Promise<Person> {
  const email = createAddress(name)
  const { id } = await clerk.users.createUser({ emailAddress: [email], password: samplePassword })
  return { email, userId: id }
}

export async function createOwner(name: string): Promise<Owner> {
  const person = await createPerson(name)
  const { id } = await clerk.organizations.createOrganization({ name: `${name} Heating`, createdBy: person.userId })
  return { ...person, organizationId: id }
}

export async function createColleague({ organizationId }: { organizationId: string }, role: string): Promise<Person> {
  const person = await createPerson('colleague')
  await clerk.organizations.createOrganizationMembership({ organizationId, userId: person.userId, role })
  return person
}

export async function setPlan(organizationId: string, plan: Plan): Promise<void> {
  const response = await fetch(`${stack.site.CLERK_API_URL}/v1/local/organizations/${organizationId}/plan`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${stack.site.CLERK_SECRET_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plan }),
  })
  expect(response.status).toBe(200)
}

export async function openBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  return waitForStreaming(await context.newPage())
}

/** Advances Clerk's clock. Token lifetimes still use real time. */
export async function advanceClock(minutes: number): Promise<void> {
  const response = await fetch(`${getClerkUrl(stack)}/test/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ minutes }),
  })
  expect(response.status).toBe(200)
}

/** Waits for an email with a match that differs from `previousMatch`. Returns the first capture group of `pattern`. */
async function waitForMatch(to: string, pattern: RegExp, previousMatch?: string): Promise<string> {
  const findMatch = (text: string) => pattern.exec(text)?.[1]
  const { text } = await waitForMail({ to }, (mail) => ![undefined, previousMatch].includes(findMatch(mail.text)))
  return findMatch(text) ?? ''
}

export const waitForCode = (email: string, previousCode?: string): Promise<string> =>
  waitForMatch(email, /Your code: (\d{6})/, previousCode)

export const waitForInvitation = (email: string): Promise<string> =>
  waitForMatch(email, /(http\S+\/tickets\/accept\?ticket=\w+)/)

/** Returns a TOTP code, `stepOffset` of 30 seconds from now. Clerk accepts -1 to 1, and each code once. */
export const generateAppCode = (secret: string, stepOffset = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepOffset * 30_000 })
