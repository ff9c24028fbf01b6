import { article, note, table, warning } from '../build/article.ts'
import type { Post } from '../types.ts'

export const callRecordingConsent: Post = {
  title: 'Recording calls: who has to agree, and where to look',
  slug: 'call-recording-consent-by-state',
  excerpt:
    'Some states ask for one person’s consent, others for everyone’s. A short map to the statutes, a sentence to begin a call with, and what to ask a lawyer.',
  publishedAt: '2026-08-27T13:00:00Z',
  author: 'author-ductwise-desk',
  category: 'category-choosing',
  coverAlt: 'Drawing: pressure lines crossed by a straight border, ember on one side and ice-blue on the other.',
  body: article(
    warning(
      'This is not legal advice. It tells you where the rules are written and which questions to bring to a lawyer in your state. Statutes change, and court decisions change what they mean.',
    ),
    'You want recordings for good reasons: to settle who said what about a price, to train a new dispatcher, to check what an assistant told a caller. Whether you may make them depends on where the people on the line are. In the United States there is one federal rule and a patchwork on top of it.',
    '## The federal floor',
    'Federal law makes it a crime to intercept calls, with an exception when one of the parties has consented. The Congressional Research Service sums it up in its [overview of the Electronic Communications Privacy Act](https://www.everycrsreport.com/files/20121009_R41733_6b1a955acc79208b42ee05abd1d1d5334a5fae06.html). If you are a party to the call and you agree, the federal rule is met. States may ask for more, and several do.',
    '## States that ask everyone',
    'We name only three here, because we have read their statutes. There are others, and lists on the web do not agree about which, or how many.',
    table(
      'Three examples of all-party rules',
      ['State', 'Statute', 'What to notice'],
      [
        'California',
        'Penal Code § 632',
        'Consent of all parties to a confidential communication; a fine of up to $2,500 for each violation',
      ],
      [
        'Washington',
        'RCW 9.73.030',
        'Consent of all participants; an announcement can count as consent if it is made in a reasonably effective manner and is itself recorded',
      ],
      ['Florida', 'Florida Statutes § 934.03', 'An interception is lawful when all parties have given prior consent'],
    ),
    'Texts: [California](https://self-law.org/code/ca/penal-code/632) (a research copy), [Washington](https://app6.leg.wa.gov/rcw/default.aspx?cite=9.73&full=true) and [Florida](http://leg.state.fl.us/statutes/index.cfm?App_mode=Display_Statute&Search_String=782.071&URL=0900-0999%2F0934%2FSections%2F0934.03.html). For every other state the [Reporter’s Recording Guide](https://www.rcfp.org/reporters-recording-guide/) of the Reporters Committee for Freedom of the Press is a readable start. It is written for journalists and says itself that it does not replace a lawyer.',
    '## Whose state counts?',
    'Your office may be in a one-party state and your caller in another. A cell phone’s area code tells you nothing. A company near a border, or with customers who travel, can follow the stricter rule for every call. That is one rule to train and to explain, and it costs one sentence.',
    '## One sentence at the start',
    'Say it before anything of substance is said, and make sure it is on the recording:',
    '> This call is recorded so that we get the details right. If you would rather not be recorded, say so and we will switch it off.',
    'Then keep the second half of the promise. A person must be able to say no and still get a visit. If your system cannot stop recording in the middle of a call, say “please call this other number” and have one.',
    '- The sentence comes before the first question.',
    '- It is spoken, not only printed on the website.',
    '- It is repeated when the call is handed to somebody else.',
    '- Callers who decline are noted as such, without their reason.',
    '## Recordings are also records',
    'Once you have them you have to keep them safe, find them when asked, and delete them when you said you would. Decide three things before the first one is made:',
    '1. **How long.** Thirty days, for example, if you keep them to settle who said what about an appointment. Ninety, if a question may come up later in the season. Longer needs a reason you can say aloud.',
    '1. **Who may listen.** The dispatcher who took the call, the manager, and nobody else by default.',
    '1. **What is left out.** Card numbers do not belong on a recording. Take payment another way.',
    'The periods are examples, not requirements. Your insurer or your lawyer may have others for you.',
    '## If an assistant answers',
    'An automated assistant that keeps a transcript is doing what a recorder does, so treat it the same: announce it, allow a no, and set a period. Separately, California’s Business and Professions Code has [a rule about bots](https://leginfo.legislature.ca.gov/faces/billCompareClient.xhtml?bill_id=201720180SB1001) used online that mislead people about what they are in order to sell; it offers an easy way out, which is to say so. We think a caller should be told in every state.',
    note(
      'Our assistant says at the start that it is automated. You set how many days recordings and transcripts are kept, separately, in your account. See [data retention](doc-data-retention).',
    ),
    '## Five questions for your lawyer',
    '1. Which states’ rules apply to the calls we take?',
    '1. Is our sentence enough, and does it have to be the same in Spanish?',
    '1. Do transcripts count as recordings where we work?',
    '1. What must we do when a customer asks for a copy?',
    '1. Are our employees covered when **they** are recorded?',
    'Ask what an hour of advice on these costs, before you record the first call.',
  ),
  seo: {
    title: 'Call recording consent for HVAC companies, by state',
    description:
      'Where the rules on recording calls are written, three all-party states with their statutes, one sentence for the start of a call, and questions for a lawyer.',
  },
}
