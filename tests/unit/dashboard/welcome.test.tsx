// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pressButton, settle, createTestScreen, getPageText, typeInto } from './test-screen.tsx'

const LOADED_STATE = {
  isLoading: false,
  isError: false,
  isFetching: false,
  hasNextPage: false,
  fetchNext: () => undefined,
}

const buildList = (data?: object[], overrides: object = {}) => ({ data, ...LOADED_STATE, ...overrides })

type Sent = (wanted: { name?: string; organization?: string; redirectUrl?: string }) => Promise<{ id: string }>

const createOrganization = vi.fn<Sent>()
const setActive = vi.fn<Sent>()
const accept = vi.fn<() => Promise<void>>()
let userInvitations: ReturnType<typeof buildList>
let userMemberships: ReturnType<typeof buildList>
let isLoaded = true

vi.mock('@clerk/nextjs', () => ({
  useOrganizationList: () => ({ isLoaded, createOrganization, setActive, userInvitations, userMemberships }),
}))

class ClerkRejection extends Error {
  readonly status: number
  readonly errors: object[]
  constructor(status: number, errors: object[] = []) {
    super('refused')
    this.status = status
    this.errors = errors
  }
}
vi.mock('@clerk/nextjs/errors', () => ({
  isClerkAPIResponseError: (error: unknown) => error instanceof ClerkRejection,
}))

const { Welcome } = await import('../../../components/dashboard/welcome/welcome.tsx')

const screen = createTestScreen()
const show = () => screen.show(<Welcome />)

const findField = () => document.querySelector<HTMLInputElement>('input[name=organization]')
const typeName = (text: string) => typeInto(findField(), text)

const publicOrganizationData = { id: 'org_9', name: 'Ada Heating' }
const INVITATION = { id: 'orginv_1', role: 'org:dispatcher', publicOrganizationData, accept }

beforeEach(() => {
  vi.resetAllMocks()
  isLoaded = true
  userInvitations = buildList([])
  userMemberships = buildList([])
  createOrganization.mockResolvedValue({ id: 'org_new' })
})

describe('create-company form', () => {
  it('requires only a name and opens Today in the new company', async () => {
    expect(await show()).toContain('Name your company')
    expect(document.querySelectorAll('input')).toHaveLength(1)
    await typeName('  Ada Heating ')
    await pressButton('Continue')
    expect(createOrganization).toHaveBeenCalledExactlyOnceWith({ name: 'Ada Heating' })
    expect(setActive).toHaveBeenCalledExactlyOnceWith({ organization: 'org_new', redirectUrl: '/dashboard' })
  })

  it.each([
    ['', 'Enter your company name'],
    ['   ', 'Enter your company name'],
    ['x'.repeat(257), 'Use 256 characters or fewer (currently 257)'],
  ])('rejects “%.5s…” with an error and sends no request', async (name, errorText) => {
    await show()
    await typeName(name)
    await pressButton('Continue')
    expect(getPageText()).toContain(errorText)
    expect(createOrganization).not.toHaveBeenCalled()
    expect(findField()?.value).toBe(name)
    await typeName('Ada Heating')
    expect(getPageText()).not.toContain(errorText)
  })

  it.each([
    [new TypeError('Failed to fetch'), 'Our sign-in service isn’t responding'],
    [new ClerkRejection(503), 'Our sign-in service isn’t responding'],
    [new ClerkRejection(403, [{ code: 'organization_creation_quota_exceeded' }]), 'You can’t create another company'],
    [new ClerkRejection(422, [{ meta: { paramName: 'name' } }]), 'Use a shorter name'],
    [new ClerkRejection(422), 'The company wasn’t created. Try again in a minute'],
  ])('shows a readable error and keeps the input: %s', async (error, errorText) => {
    createOrganization.mockRejectedValueOnce(error)
    await show()
    await typeName('Ada Heating')
    await pressButton('Continue')
    expect(getPageText()).toContain(errorText)
    expect(findField()?.value).toBe('Ada Heating')
    await pressButton('Continue')
    expect(setActive).toHaveBeenCalledOnce()
  })

  it('creates only one company even if activating it fails at first', async () => {
    setActive.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await show()
    await typeName('Ada Heating')
    await pressButton('Continue')
    await pressButton('Continue')
    expect(createOrganization).toHaveBeenCalledOnce()
    expect(setActive).toHaveBeenCalledTimes(2)
  })
})

describe('invited user', () => {
  it('joins with one click and does not enter a company name', async () => {
    userInvitations = buildList([INVITATION])
    const page = await show()
    expect(page).toContain('Ada Heating invited you as Dispatcher.')
    expect(page).not.toContain('You’ll be its admin')
    expect(findField()).toBeNull()
    await pressButton('Join Ada Heating')
    expect(accept).toHaveBeenCalledOnce()
    expect(setActive).toHaveBeenCalledExactlyOnceWith({ organization: 'org_9', redirectUrl: '/dashboard' })
  })

  it('can create a company instead if joining fails', async () => {
    userInvitations = buildList([INVITATION])
    accept.mockRejectedValueOnce(new ClerkRejection(404))
    await show()
    await pressButton('Join Ada Heating')
    expect(getPageText()).toContain('Something went wrong')
    expect(setActive).not.toHaveBeenCalled()
    await pressButton('Create a company')
    await typeName('Ben Air')
    await pressButton('Continue')
    expect(createOrganization).toHaveBeenCalledExactlyOnceWith({ name: 'Ben Air' })
  })
})

describe('user with existing companies', () => {
  it('can open one or create another', async () => {
    userMemberships = buildList([{ role: 'org:admin', organization: { id: 'org_2', name: 'Second Air' } }])
    const page = await show()
    expect(page).toContain('Second Air, as Admin')
    expect(page).toContain('Create another company')
    await pressButton('Open Second Air')
    expect(setActive).toHaveBeenCalledExactlyOnceWith({ organization: 'org_2', redirectUrl: '/dashboard' })
  })
})

it('the welcome page keeps input and pending requests while lists reload', async () => {
  const { promise: pendingResponse, reject } = Promise.withResolvers<{ id: string }>()
  createOrganization.mockReturnValueOnce(pendingResponse)
  await show()
  await typeName('Ada Heating')
  await pressButton('Continue')
  userInvitations = buildList(undefined, { isLoading: true })
  userMemberships = buildList(undefined, { isLoading: true })
  await show()
  expect(findField()?.value).toBe('Ada Heating')
  isLoaded = false
  await show()
  expect(findField()?.value).toBe('Ada Heating')
  isLoaded = true
  userInvitations = buildList([])
  userMemberships = buildList([])
  await show()
  await settle(() => reject(new TypeError('Failed to fetch')))
  expect(getPageText()).toContain('Our sign-in service isn’t responding')
  expect(findField()?.value).toBe('Ada Heating')
})

it('the welcome page waits for the lists and reports loading errors', async () => {
  userInvitations = buildList(undefined, { isLoading: true })
  await show()
  expect(document.querySelector('output')?.ariaLabel).toBe('Loading your companies')
  expect(findField()).toBeNull()
  userInvitations = buildList(undefined, { isError: true })
  expect(await show()).toContain('Your invitations couldn’t be loaded')
  expect(findField()).not.toBeNull()
})

it('the welcome page waits for Clerk before it shows a form', async () => {
  isLoaded = false
  await show()
  expect(document.querySelector('output')?.ariaLabel).toBe('Loading your companies')
  expect(findField()).toBeNull()
})
