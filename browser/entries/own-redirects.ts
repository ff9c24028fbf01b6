import { cleanRedirects } from '../own-redirects.ts'

/* Inlined on the sign-in and register pages. Runs before Next.js and Clerk read the URL. */
cleanRedirects()
