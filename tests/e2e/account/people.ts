import { createClerkClient } from '@clerk/backend'
import { type Browser, expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { Plan } from '../../../lib/platform/auth/access-table.ts'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { clerkOutbox } from '../../../scripts/support/services.ts'
import { clerkUrl } from '../../../scripts/support/settings.ts'
import { readMails } from '../../support/pages/mails.ts'
import { stack } from '../../support/stack/addresses.ts'
import { waitForStreamed } from './watch.ts'

export const clerk = createClerkClient({
  secretKey: stack.site.CLERK_SECRET_KEY ?? '',
  apiUrl: stack.site.CLERK_API_URL ?? '',
})

let people = 0

export const newAddress = (name: string): string => `${name}-${Date.now()}-${(people += 1)}@ductwise.test`

export const newCompany = (name: string): string => `${name} ${Date.now()}`

export type Person = { email: string; userId: string }
export type Owner = Person & { organizationId: string }

export async function newPerson(name: string): Promise<Person> {
  const email = newAddress(name)
  const { id } = await clerk.users.createUser({ emailAddress: [email], password: samplePassword })
  return { email, userId: id }
}

export async function newOwner(name: string): Promise<Owner> {
  const person = await newPerson(name)
  const { id } = await clerk.organizations.createOrganization({ name: `${name} Heating`, createdBy: person.userId })
  return { ...person, organizationId: id }
}

export async function newColleague({ organizationId }: { organizationId: string }, role: string): Promise<Person> {
  const person = await newPerson('colleague')
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

export async function newBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  return waitForStreamed(await context.newPage())
}

/** Advances Clerk's clock. Token lifetimes still use real time. */
export async function advance(minutes: number): Promise<void> {
  const response = await fetch(`${clerkUrl(stack)}/test/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ minutes }),
  })
  expect(response.status).toBe(200)
}

/** Waits for a matching email newer than `after`. Returns the first capture group of `pattern`. */
async function fromMail(email: string, pattern: RegExp, after: string | undefined): Promise<string> {
  let found: string | undefined
  await expect(() => {
    found = readMails(clerkOutbox(stack))
      .filter((mail) => mail.includes(`To: ${email}`))
      .map((mail) => pattern.exec(mail)?.[1])
      .findLast((match) => match !== undefined)
    expect(found).toBeDefined()
    expect(found).not.toBe(after)
  }).toPass({ timeout: 15_000 })
  return found ?? ''
}

export const codeFor = (email: string, after?: string): Promise<string> => fromMail(email, /Your code: (\d{6})/, after)

export const invitationFor = (email: string): Promise<string> =>
  fromMail(email, /(http\S+\/tickets\/accept\?ticket=\w+)/, undefined)

/** Returns a TOTP code, `steps` of 30 seconds from now. Clerk accepts -1 to 1, and each code once. */
export const appCode = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
