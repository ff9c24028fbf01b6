import { article, table, warning } from '../build/article.ts'
import type { Doc } from '../types.ts'

export const forwardYourNumber: Doc = {
  title: 'Forward your number, and turn it off again',
  slug: 'forward-your-number',
  summary:
    'You keep your number. Four ways to forward calls to the assistant, the codes many phone companies use, and how to stop.',
  body: article(
    'Your number stays with your phone company. You tell it when to pass calls on, and you can take that back at any time without us.',
    '## Choose when',
    table(
      'Four ways to forward',
      ['Way', 'The assistant answers', 'Good for'],
      ['No answer', 'When nobody picks up after some rings', 'The first weeks'],
      ['Busy', 'When every line is taken', 'Cold snaps, Monday mornings'],
      ['All calls', 'Every call until you turn it off', 'Nights and weekends'],
      [
        'On a schedule',
        'In the hours you set at your phone company or in your phone system',
        'Offices with a phone system',
      ],
    ),
    'Begin with *no answer*. Your people stay the first to pick up, and you hear what the assistant does with the rest.',
    '## Set it up',
    'Your forwarding number is shown in your account under **Settings**, **Hours & area**. On many landlines these codes work, followed by that number:',
    table(
      'Codes that many phone companies use',
      ['Which calls', 'Turn on', 'Turn off'],
      ['All calls', '*72', '*73'],
      ['Busy', '*90', '*91'],
      ['No answer', '*92', '*93'],
    ),
    'They are as published by, for example, [Champlain Technology](https://www.champlaintechnology.com/support/call-forwarding/). Some companies use other codes, and some charge for forwarding: look at your own company’s support page first. In an internet phone system, forwarding is a setting on its website.',
    '1. Dial the code on the line you want to forward.',
    '1. Wait for the tone, then dial the forwarding number.',
    '1. Wait until it is answered or confirmed, and hang up.',
    '1. Call your own number from a cell phone and check who answers.',
    'Then press **We forwarded it** beside the number, so that your colleagues know since when.',
    warning(
      'If your phone line also serves an alarm panel, an elevator or a fax, ask the company that installed it before you forward all calls.',
    ),
    '## Turn it off',
    'Dial the code in the last column, or switch the setting off. From that moment calls ring only with you. Nothing needs to be canceled in your account for this.',
    '## Rings before it takes over',
    'Three to four rings give your people a fair chance. With more, callers hang up; voicemail may also be quicker. If voicemail answers first, ask your phone company to remove it from the line or to raise its delay.',
  ),
  seo: {
    title: 'Forward your business number to the assistant',
    description:
      'Four ways to forward calls, the star codes many phone companies use, how to check that it works, and how to turn forwarding off.',
  },
}
