import { article, note, table } from '../build/article.ts'
import type { Doc } from '../types.ts'

export const signInConstants: Doc = {
  title: 'Sign-in: the fixed numbers',
  slug: 'sign-in-constants',
  summary:
    'How long sign-in may take to load, how soon you confirm who you are again, what is measured, and what a key looks like.',
  body: article(
    'Signing in runs on Clerk. Some of its numbers are part of what this product promises, so they are written down here, beside what the installed version of Clerk does. Each line is watched by a test: when a new version changes one, the test fails before the version is used.',
    '## Loading',
    table(
      'Time that the script for signing in may take',
      ['What', 'Promised', 'What Clerk does'],
      [
        'Script for signing in',
        '15,000 ms',
        'Gives up on each try after 15,000 ms, and tries a second time. This site shows its notice after the first 15,000 ms and still takes a script that comes later.',
      ],
      ['Script of the forms', '15,000 ms', 'The same'],
    ),
    '## Confirming who you are',
    'Before something that hurts when a stranger does it, such as taking away your company’s data or deleting it, you confirm who you are, even while signed in. How soon again depends on the level:',
    table(
      'Levels of confirmation',
      ['Level', 'Asks again after', 'Asks for'],
      ['strict_mfa', '10 minutes', 'Both factors, where you have a second one; otherwise the first'],
      ['strict', '10 minutes', 'The second factor, where you have one; otherwise the first'],
      ['moderate', '60 minutes', 'The same as strict'],
      ['lax', '1,440 minutes (a day)', 'The same as strict'],
    ),
    'The age is counted in whole minutes: at nine minutes a strict level lets you pass, at ten it asks. Taking a copy of your company’s data is strict, deleting it is strict_mfa.',
    '## Telemetry',
    'Clerk measures how its own parts are used on development keys only, and sends nothing with a live key. This site leaves that rule as it is and adds nothing. On a laptop, where a local server stands in for Clerk, it is switched off as well.',
    '## Keys',
    'The publishable key says which Clerk the site belongs to. It is not a secret. It is accepted only in this form:',
    '- It begins with pk_live_ or pk_test_.\n- It has three parts with an underscore between them.\n- The third part is, in base64, the name of a host that has a dot in it and ends in a dollar sign.',
    'A key in another form is named when the site is built and when it starts. The public pages run all the same; signing in says that it is not set up.',
    note('The secret key is never shown anywhere, and never leaves the server.'),
  ),
  seo: {
    title: 'Sign-in constants: time-outs, levels, key format',
    description:
      'Script time-out, levels of confirming who you are, telemetry and the form of the publishable key: what is promised and what Clerk does.',
  },
}
