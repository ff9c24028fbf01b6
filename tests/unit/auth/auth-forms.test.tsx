// @vitest-environment jsdom
import { Component, createElement } from 'react'
import { expect, it, vi } from 'vitest'
import { createTestRenderer } from '../dashboard/test-screen.tsx'

const render = createTestRenderer()

let recordedUrls: string[]

/** Fakes Clerk's form, which reads the URL when it mounts. */
class Form extends Component {
  override componentDidMount() {
    recordedUrls.push(location.pathname + location.search)
  }
  override render() {
    return null
  }
}

vi.mock('@clerk/nextjs', () => ({
  SignIn: Form,
  SignUp: Form,
  useAuth: () => ({ isLoaded: false }),
  useClerk: () => ({ status: 'ready', on: () => undefined, off: () => undefined }),
}))

const { SignInForm, SignUpForm } = await import('../../../components/account/auth-forms.tsx')

it.each([
  ['sign in', SignInForm],
  ['register', SignUpForm],
])('redirects to other sites are removed before the %s form mounts', async (_name, AuthForm) => {
  recordedUrls = []
  history.replaceState(null, '', '/login?redirect_url=https%3A%2F%2Fevil.example%3A99999&a=b')
  await render(createElement(AuthForm, { help: { phone: null, email: null }, nonce: undefined }))
  expect(recordedUrls).not.toEqual([])
  expect(new Set(recordedUrls)).toEqual(new Set(['/login?a=b']))
})
