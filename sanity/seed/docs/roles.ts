import { article, table, tip } from '../build/article.ts'
import type { Doc } from '../types.ts'

export const roles: Doc = {
  title: 'People and roles in your account',
  slug: 'roles',
  summary: 'Invite people, choose what they may see and change, and take access back when somebody leaves.',
  body: article(
    'Only the people you invite can open your calls, and what they open is logged. An account belongs to one company; somebody who works for two has two memberships and switches between them.',
    '## Three roles',
    table(
      'Who may do what',
      ['Task', 'Admin', 'Dispatcher', 'Member'],
      ['Read calls and leads', 'Yes', 'Yes', 'Yes'],
      ['Change, assign and export leads', 'Yes', 'Yes', 'No'],
      ['Confirm and move bookings', 'Yes', 'Yes', 'Yes'],
      ['Change hours, service area, greeting', 'Yes', 'No', 'No'],
      ['Change the on-call list', 'Yes', 'No', 'No'],
      ['Connect or remove other systems', 'Yes', 'No', 'No'],
      ['Set retention, read the log, export or delete all', 'Yes', 'No', 'No'],
      ['Invite and remove people', 'Yes', 'No', 'No'],
    ),
    'What your own role includes stands under **Settings**, **What you may do**.',
    'Give the admin role to two people: one can be ill. Give it to no more than need it.',
    '## Invite someone',
    '1. Open **Settings**, then **Organization**, **Members**, and press **Invite**.',
    '1. Enter the e-mail address they use at work, and a role.',
    '1. They get a link and make their own sign-in. Nobody shares one.',
    'An open invitation can be withdrawn on the same page.',
    '## Signing in safely',
    'A second factor can be required for everyone under **Settings**, **Team**, where your plan includes that. Whoever has none is then led to add one before anything else. For the things that hurt most, such as removing a connection or exporting all data, you are asked to confirm who you are again even while signed in.',
    '## When somebody leaves',
    '1. **Settings**, **Organization**, **Members**: remove them. About a minute later they see nothing of your company.',
    '1. Take them off the on-call list. If you had chosen them there from your team, the list warns you when you forget.',
    '1. If they knew API keys of other systems, replace those keys there.',
    '## Technicians',
    'Technicians do not need an account to get a job. What the visit is for, the address and the caller’s number reach them through your calendar. Invite those who should hear the call itself.',
    tip('Twice a year, read the list of people aloud. The name nobody can place is the one to remove.'),
  ),
  seo: {
    title: 'Roles: who may see calls and change settings',
    description:
      'What admins, dispatchers and members may do, how to invite people, ask for a second factor, and what to do when somebody leaves the company.',
  },
}
