import type { ClerkUIConstructor, ComponentControls } from '@clerk/shared/ui'
import { beforeEach, expect, it, vi } from 'vitest'
import { createLazyClerkUi } from '../../../components/account/lazy-clerk-ui.ts'

const load = vi.hoisted(() => vi.fn<(script: unknown) => Promise<null>>())
const note = vi.hoisted(() => vi.fn<(outcome: string) => void>())
vi.mock('@clerk/shared/loadClerkJsScript', () => ({ loadClerkUIScript: load }))
vi.mock('../../../components/account/clerk-status.ts', () => ({ reportComponents: note }))

const SCRIPT = { publishableKey: 'pk_test_x', proxyUrl: '/__clerk', nonce: 'n' }
const constructorArgs = [() => ({}), () => null, {}, {}] as unknown as ConstructorParameters<ClerkUIConstructor>

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
const realControls = Object.fromEntries(names.map((name) => [name, vi.fn()])) as unknown as ComponentControls
const onCreate = vi.fn()

const mountControls = () => new (createLazyClerkUi(SCRIPT))(...constructorArgs).ensureMounted()
const call = (mounted: ComponentControls, name: (typeof names)[number]) =>
  (mounted[name] as (...values: unknown[]) => void)(`${name} 1`, `${name} 2`)

beforeEach(() => {
  vi.clearAllMocks()
  load.mockResolvedValue(null)
  vi.stubGlobal(
    '__internal_ClerkUICtor',
    class {
      constructor(...values: unknown[]) {
        onCreate(...values)
      }
      ensureMounted = async () => realControls
    },
  )
})

it('updating or closing a component that was never shown loads no script', async () => {
  const mounted = await mountControls()
  for (const name of ['unmountComponent', 'updateProps', 'closeModal', 'closeDrawer'] as const) call(mounted, name)
  expect(load).not.toHaveBeenCalled()
})

it.each(names.slice(0, 6))("%s loads the UI script once and forwards Clerk's arguments", async (name) => {
  const clerkControls = await mountControls()
  call(clerkControls, name)
  for (const otherName of names) call(clerkControls, otherName)
  await vi.waitFor(() => expect(realControls.closeDrawer).toHaveBeenCalledOnce())
  expect(load).toHaveBeenCalledExactlyOnceWith(SCRIPT)
  expect(onCreate).toHaveBeenCalledExactlyOnceWith(...constructorArgs)
  expect(realControls[name], 'two calls are forwarded').toHaveBeenCalledTimes(2)
  expect(note).toHaveBeenCalledExactlyOnceWith('loaded')
  const [first] = vi.mocked(realControls.openModal).mock.calls
  expect(first).toEqual(['openModal 1', 'openModal 2'])
})

it('a failed script is reported and loaded again for the next component', async () => {
  load.mockRejectedValueOnce(new Error('down'))
  const clerkControls = await mountControls()
  call(clerkControls, 'openModal')
  await vi.waitFor(() => expect(note).toHaveBeenCalledExactlyOnceWith('failed'))
  expect(realControls.openModal).not.toHaveBeenCalled()
  call(clerkControls, 'openModal')
  await vi.waitFor(() => expect(realControls.openModal).toHaveBeenCalledOnce())
  expect(note).toHaveBeenLastCalledWith('loaded')
})

it('a script without the UI constructor is reported as failed', async () => {
  vi.stubGlobal('__internal_ClerkUICtor', undefined)
  call(await mountControls(), 'openModal')
  await vi.waitFor(() => expect(note).toHaveBeenCalledExactlyOnceWith('failed'))
})
