/** Where links to an account lead; they keep the query and lead on to the pages of the account, whatever those are called. */
export const SIGN_IN_PATH = '/sign-in'
export const SIGN_UP_PATH = '/sign-up'

export const LOGIN_PATH = '/login'
export const REGISTER_PATH = '/register'

/** Where people arrive after signing in or registering, unless they asked for another page first. */
export const DASHBOARD_PATH = '/dashboard'

/** Shown in place of a page of the account while Clerk cannot be reached. */
export const UNAVAILABLE_PATH = '/sign-in-unavailable'

const ACCOUNT = [SIGN_IN_PATH, SIGN_UP_PATH, LOGIN_PATH, REGISTER_PATH, DASHBOARD_PATH]

/** Whether an address on this site is one of the account, or leads there. */
export const isAccountPath = (href: string): boolean =>
  ACCOUNT.some((path) => href.startsWith(path) && /^([/?#]|$)/.test(href.slice(path.length)))
