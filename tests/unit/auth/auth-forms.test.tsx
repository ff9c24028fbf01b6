// @vitest-environment jsdom
import { act, Component, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let seen: string[]

/** Clerk's component reads the address when it is mounted. */
class Form extends Component {
  override componentDidMount() {
    seen.push(location.pathname + location.search)
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
])('hides redirects to other sites from the form to %s', (_name, AuthForm) => {
  seen = []
  history.replaceState(null, '', '/login?redirect_url=https%3A%2F%2Fevil.example%3A99999&a=b')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(createElement(AuthForm, { help: { phone: null, email: null }, nonce: undefined })))
  expect(seen).not.toEqual([])
  expect(new Set(seen)).toEqual(new Set(['/login?a=b']))
  act(() => root.unmount())
})
