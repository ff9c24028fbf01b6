import { article, table, tip } from '../build/article.ts'
import type { Doc } from '../types.ts'
import { sampleNote } from './sample-note.ts'

export const roles: Doc = {
  title: 'People and roles in your account',
  slug: 'roles',
  summary: 'Invite people, choose what they may see and change, and take access back when somebody leaves.',
  body: article(
    'Only the people you invite can open your calls, and what they open is logged. An account belongs to one company; somebody who works for two has two memberships and switches between them.',
    '## Two roles',
    table(
      'Who may do what',
      ['Task', 'Administrator', 'Member'],
      ['Read calls and leads', 'Yes', 'Yes'],
      ['Confirm and move bookings', 'Yes', 'Yes'],
      ['Change service area, hours, fees', 'Yes', 'No'],
      ['Change emergencies and on-call list', 'Yes', 'No'],
      ['Connect or remove other systems', 'Yes', 'No'],
      ['Set retention, export, delete', 'Yes', 'No'],
      ['Invite and remove people', 'Yes', 'No'],
    ),
    'Give the administrator role to two people: one can be ill. Give it to no more than need it.',
    '## Invite someone',
    '1. Open **People** and press **Invite**.',
    '1. Enter the e-mail address they use at work, and a role.',
    '1. They get a link and make their own sign-in. Nobody shares one.',
    'An open invitation can be withdrawn on the same page.',
    '## Signing in safely',
    'A second factor can be required for everyone under **Settings**. For the things that hurt most, such as removing a connection or exporting calls, you are asked to confirm who you are again even while signed in.',
    '## When somebody leaves',
    '1. **People**, then **Remove**. Their sessions end at once.',
    '1. Take them off the on-call list. The list warns you if you forget.',
    '1. If they knew API keys of other systems, replace those keys there.',
    '## Technicians',
    'Technicians do not need an account to get a job. The note and the caller’s details reach them through your calendar or your field software. Invite those who should hear the call itself.',
    tip('Twice a year, read the list of people aloud. The name nobody can place is the one to remove.'),
    sampleNote,
  ),
  seo: {
    title: 'Roles: who may see calls and change settings',
    description:
      'What administrators and members may do, how to invite people, ask for a second factor, and what to do when somebody leaves the company.',
  },
}
