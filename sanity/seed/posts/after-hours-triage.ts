import { article, table, warning } from '../build/article.ts'
import type { Post } from '../types.ts'

export const afterHoursTriage: Post = {
  title: 'Seven questions for the call at 2 a.m.',
  slug: 'after-hours-triage-questions',
  excerpt:
    'Whoever answers at night has to decide in two minutes whether to wake a technician. Seven questions, in an order that puts people before equipment.',
  publishedAt: '2026-10-29T13:30:00Z',
  author: 'author-dispatch-desk',
  category: 'category-emergencies',
  coverAlt: 'Drawing: tall ember fins for the night hours falling to short ice-blue ones toward morning.',
  body: article(
    'The night call has two bad outcomes. One is a technician driving forty minutes to a thermostat set to OFF. The other is a family with a baby that hears “first thing tomorrow” when it should have heard “leave the house”. A fixed list of questions protects you from both, whoever holds the phone.',
    '## The order matters more than the wording',
    'Ask about people first, then about danger to the house, and only then about the machine. A caller who has just described the error code in detail is hard to interrupt. A caller who was first asked “is everyone all right?” has already told you the thing that decides the night.',
    '1. **Do you smell gas, or is a carbon monoxide alarm sounding?** A yes ends the list. See below.',
    '1. **Does anyone feel ill?** Headache, dizziness, nausea or confusion with heating on is treated like an alarm.',
    '1. **Who is in the house?** Infants, anyone old, pregnant or ill, anyone on medical equipment.',
    '1. **How warm is it inside, and what did it say an hour ago?** The change tells you more than the number.',
    '1. **Is there water where it should not be?** Dripping near wiring, or rooms with pipes that are going cold.',
    '1. **What does the system do right now?** Nothing at all, starts and stops, runs without heat, makes a noise.',
    '1. **Is it your house, and who decides about the fee?** Last, because it must never delay the first six.',
    warning(
      'For a gas smell the Pennsylvania Public Utility Commission tells people to [leave the building at once](http://www.puc.pa.gov/utility_industry/transportation/pipeline_safety/gas_emergencies.aspx), not to switch lights on or off, not to phone from inside, and to call 911 and the gas utility from a safe distance. Your script should say the same, and then end the call.',
    ),
    '## Three piles, decided in advance',
    'Nobody judges well at two in the morning, so decide by daylight what belongs where. The piles below are an example. Yours depend on your climate, your crew and what you promised your plan members.',
    table(
      'An example of a night policy',
      ['Pile', 'Belongs here', 'What happens'],
      [
        'Now',
        'Infants, illness or age with no heat and a falling temperature; water near wiring; a medical device at risk',
        'Page the technician on call, tell the caller the fee, offer the visit',
      ],
      [
        'First window',
        'No heat or no cooling, healthy adults, a spare heater or fan in the house',
        'Book the first morning window, send a text with the time',
      ],
      ['Normal day', 'Noise, a warm room, a quote, a filter', 'Take name and number, call back in office hours'],
    ),
    'Write the piles on one page, and give everyone who answers the phone the right to move a call **up** one pile. Moving a call down needs a reason in the note.',
    '## Two checks before anyone drives',
    'Some night visits can be avoided without playing technician on the phone. Two checks are safe for nearly every caller:',
    '- **Thermostat.** Is it set to HEAT or COOL, is the setting above or below the room temperature, and does the display show anything? Fresh batteries if it takes them.',
    '- **Breaker or switch.** Has the breaker for the system tripped, or is the switch beside the unit off? It may be reset once. If it trips again it stays off.',
    'Stop there. Do not ask a caller to open a panel, relight a burner or climb anything. The minutes saved are not worth the one night it goes wrong.',
    '## Say the fee before the visit, not after',
    'A caller who hears the after-hours price at the door feels tricked even when the price is fair. Say it once, plainly, and offer the alternative in the same breath: “The technician can be there around 3:30 for the after-hours fee, or at 8:00 without it. Which would you like?” Then text both the choice and the amount.',
    '## What the morning needs to know',
    'The night is only half the job. By seven the dispatcher should find one note for each call: who, where, which pile and why, what was promised, and what was asked already. Our [sheet for handover notes](post-dispatch-handover-notes) has the fields.',
    '### Count the surprises',
    'Once a month, go through the night calls that turned out differently than their pile. A “now” that was a dead battery is a nuisance. A “normal day” that was a cracked heat exchanger is a reason to change the list. After three months the list is yours, and better than any you could copy, including this one.',
    '## If a machine answers',
    'The same order applies, and so does the right to be moved up. Our assistant asks these questions before it offers a time, ends them at the first yes that means danger, and pages the person you named. What it must never do is talk someone out of an alarm. If you are choosing such a system, ours or another, ring it at night and say you smell gas. What happens in the next ten seconds is the whole test.',
  ),
  seo: {
    title: 'After-hours HVAC triage: seven questions to ask at night',
    description:
      'A fixed order of questions for no-heat and no-cooling calls at night, three piles decided in advance, two safe checks, and what the morning needs to know.',
  },
}
