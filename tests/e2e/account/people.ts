import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClerkClient } from '@clerk/backend'
import { type Browser, expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { Plan } from '../../../lib/auth/access-table.ts'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { clerkOutbox } from '../../../scripts/support/services.ts'
import { clerkUrl } from '../../../scripts/support/settings.ts'
import { stack } from '../../support/stack/addresses.ts'
import { waitForStreamed } from './watch.ts'

/** People for tests that change them, their mail, their authenticator app, and the time at Clerk. */

/** The Backend API of the stack's Clerk, as the site calls it. */
export const clerk = createClerkClient({
  secretKey: stack.site.CLERK_SECRET_KEY ?? '',
  apiUrl: stack.site.CLERK_API_URL ?? '',
})

let people = 0

/** An address that nobody has yet. */
export const newAddress = (name: string): string => `${name}-${Date.now()}-${(people += 1)}@ductwise.test`

/** A name that no organization has yet. */
export const newCompany = (name: string): string => `${name} ${Date.now()}`

export type Person = { email: string; userId: string }

/** Somebody without an organization. */
export async function newPerson(name: string): Promise<Person> {
  const email = newAddress(name)
  const { id } = await clerk.users.createUser({ emailAddress: [email], password: samplePassword })
  return { email, userId: id }
}

/** Somebody with an organization of their own, "<name> Heating". */
export async function newOwner(name: string): Promise<Person & { organizationId: string }> {
  const person = await newPerson(name)
  const { id } = await clerk.organizations.createOrganization({ name: `${name} Heating`, createdBy: person.userId })
  return { ...person, organizationId: id }
}

/** Gives an organization a plan, which at Clerk comes of a payment; the next session has it. */
export async function setPlan(organizationId: string, plan: Plan): Promise<void> {
  const response = await fetch(`${stack.site.CLERK_API_URL}/v1/local/organizations/${organizationId}/plan`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${stack.site.CLERK_SECRET_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plan }),
  })
  expect(response.status).toBe(200)
}

/** A browser of its own: other cookies, another device to Clerk. */
export async function newBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  return waitForStreamed(await context.newPage())
}

/** Lets time pass at Clerk, for whatever it remembers; tokens keep real time. */
export async function advance(minutes: number): Promise<void> {
  const response = await fetch(`${clerkUrl(stack)}/test/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ minutes }),
  })
  expect(response.status).toBe(200)
}

/** Waits for something in a mail to an address, and answers the first group of the pattern in the latest one. */
async function fromMail(email: string, pattern: RegExp, after: string | undefined): Promise<string> {
  let found: string | undefined
  await expect(() => {
    found = mailsTo(email)
      .map((mail) => pattern.exec(mail)?.[1])
      .findLast((match) => match !== undefined)
    expect(found).toBeDefined()
    expect(found).not.toBe(after)
  }).toPass({ timeout: 15_000 })
  return found ?? ''
}

/** Oldest first, with the line ends of the transport taken out. */
const mailsTo = (email: string): string[] =>
  readdirSync(clerkOutbox(stack))
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .map((name) => readFileSync(join(clerkOutbox(stack), name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${email}`))
    .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))

/** The code in the latest mail to an address, as soon as there is one other than `after`. */
export const codeFor = (email: string, after?: string): Promise<string> => fromMail(email, /Your code: (\d{6})/, after)

/** The link in the latest invitation to an address. */
export const invitationFor = (email: string): Promise<string> =>
  fromMail(email, /(http\S+\/tickets\/accept\?ticket=\w+)/, undefined)

/**
 * What an authenticator app shows some steps of 30 seconds from now. Clerk takes a code once, and those of the step
 * before and after, so that the present one and then the next one are good without waiting.
 */
export const appCode = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
