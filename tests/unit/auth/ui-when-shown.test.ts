import type { ClerkUIConstructor, ComponentControls } from '@clerk/shared/ui'
import { beforeEach, expect, it, vi } from 'vitest'
import { uiWhenShown } from '../../../components/account/ui-when-shown.ts'

const load = vi.hoisted(() => vi.fn<(script: unknown) => Promise<null>>())
const note = vi.hoisted(() => vi.fn<(outcome: string) => void>())
vi.mock('@clerk/shared/loadClerkJsScript', () => ({ loadClerkUIScript: load }))
vi.mock('../../../components/account/clerk-status.ts', () => ({ noteComponents: note }))

const SCRIPT = { publishableKey: 'pk_test_x', proxyUrl: '/__clerk', nonce: 'n' }
const given = [() => ({}), () => null, {}, {}] as unknown as ConstructorParameters<ClerkUIConstructor>

const names = [
  'mountComponent',
  'openModal',
  'openDrawer',
  'openProtectCheckModal',
  'mountImpersonationFab',
  'prefetch',
  'unmountComponent',
  'updateProps',
  'closeModal',
  'closeDrawer',
] as const satisfies (keyof ComponentControls)[]
const real = Object.fromEntries(names.map((name) => [name, vi.fn()])) as unknown as ComponentControls
const made = vi.fn()

const controls = () => new (uiWhenShown(SCRIPT))(...given).ensureMounted()
const call = (given: ComponentControls, name: (typeof names)[number]) =>
  (given[name] as (...values: unknown[]) => void)(`${name} 1`, `${name} 2`)

beforeEach(() => {
  vi.clearAllMocks()
  load.mockResolvedValue(null)
  vi.stubGlobal(
    '__internal_ClerkUICtor',
    class {
      constructor(...values: unknown[]) {
        made(...values)
      }
      ensureMounted = async () => real
    },
  )
})

it('updating or closing a component that was never shown loads no script', async () => {
  const given = await controls()
  for (const name of ['unmountComponent', 'updateProps', 'closeModal', 'closeDrawer'] as const) call(given, name)
  expect(load).not.toHaveBeenCalled()
})

it.each(names.slice(0, 6))("%s loads the UI script once and forwards Clerk's arguments", async (name) => {
  const clerks = await controls()
  call(clerks, name)
  for (const other of names) call(clerks, other)
  await vi.waitFor(() => expect(real.closeDrawer).toHaveBeenCalledOnce())
  expect(load).toHaveBeenCalledExactlyOnceWith(SCRIPT)
  expect(made).toHaveBeenCalledExactlyOnceWith(...given)
  expect(real[name], 'two calls are forwarded').toHaveBeenCalledTimes(2)
  expect(note).toHaveBeenCalledExactlyOnceWith('loaded')
  const [first] = vi.mocked(real.openModal).mock.calls
  expect(first).toEqual(['openModal 1', 'openModal 2'])
})

it('a failed script is reported and loaded again for the next component', async () => {
  load.mockRejectedValueOnce(new Error('down'))
  const clerks = await controls()
  call(clerks, 'openModal')
  await vi.waitFor(() => expect(note).toHaveBeenCalledExactlyOnceWith('failed'))
  expect(real.openModal).not.toHaveBeenCalled()
  call(clerks, 'openModal')
  await vi.waitFor(() => expect(real.openModal).toHaveBeenCalledOnce())
  expect(note).toHaveBeenLastCalledWith('loaded')
})

it('a script without the UI constructor is reported as failed', async () => {
  vi.stubGlobal('__internal_ClerkUICtor', undefined)
  call(await controls(), 'openModal')
  await vi.waitFor(() => expect(note).toHaveBeenCalledExactlyOnceWith('failed'))
})
