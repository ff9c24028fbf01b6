import { keepOwnRedirects } from '../own-redirects.ts'

/* In the HTML of the pages to sign in and to register, before the framework and Clerk read the address. */
keepOwnRedirects()
