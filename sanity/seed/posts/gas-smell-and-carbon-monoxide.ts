import { article, note, table, warning } from '../build/article.ts'
import type { Post } from '../types.ts'

export const gasSmell: Post = {
  title: 'Gas smell and CO alarms: what to say on the phone',
  slug: 'gas-smell-and-carbon-monoxide-calls',
  excerpt:
    'The shortest script in your office is the one that matters most. What public safety bodies tell people to do, turned into four sentences anyone can say.',
  publishedAt: '2026-10-15T13:00:00Z',
  author: 'author-dispatch-desk',
  category: 'category-emergencies',
  coverAlt: 'Drawing: one strong high-pressure centre in ember, its lines opening toward calm blue at the right.',
  body: article(
    'Sooner or later a person who smells gas will call a heating company first, because your sticker is on the furnace. The caller is frightened, perhaps embarrassed, and standing next to the problem. You have one job: get them out and onto the line with people who can help. Everything else waits.',
    '## What the safety bodies say',
    'The advice is public. We use two sources that anyone can read.',
    table(
      'From public sources',
      ['Situation', 'What people are told', 'Source'],
      [
        'Smell of gas indoors',
        'Leave at once. Do not turn lights on or off, do not phone from inside, no matches, no appliances. Call 911 and the gas utility from a safe distance. Wait to be told it is safe.',
        'Pennsylvania Public Utility Commission, Gas Emergencies',
      ],
      [
        'Carbon monoxide suspected',
        'Get everyone out into fresh air immediately. Call 911 or emergency medical help.',
        'Peoples Gas, Carbon monoxide',
      ],
      [
        'Symptoms of carbon monoxide',
        'Sudden flu-like illness, dizziness, headache, confusion, sleepiness, nausea or vomiting, fluttering heartbeat, unconsciousness.',
        'Peoples Gas, Carbon monoxide',
      ],
    ),
    'You can read them at the [Public Utility Commission](http://www.puc.pa.gov/utility_industry/transportation/pipeline_safety/gas_emergencies.aspx) and at [Peoples Gas](https://www.peoplesgasdelivery.com/safety/co.aspx). Your own utility will have a page of its own: print that one, with its emergency number, and put it beside the phone.',
    '## Four sentences',
    'Here they are. Read them aloud once: 50 words, some twenty seconds at 150 words a minute.',
    '> Please stop what you are doing and take everyone outside now. Leave the lights and switches as they are and do not use the phone inside. When you are outside and away from the house, call 911 and the gas company. Do not go back in until they say so.',
    'For a carbon monoxide alarm the second sentence changes: “Everyone needs fresh air; if anyone has a headache or feels sick, tell 911 that first.” The rest stays.',
    '### Then end the call',
    'That is the hard part. Good phone people want to stay on the line. But while the caller talks to you from the kitchen, they are in the kitchen. Say the sentences, ask “are you going out now?”, hear a yes, and let them go.',
    warning(
      'Do not ask for the address first. Do not ask how strong the smell is. Do not offer a visit. Each of these keeps somebody in the building.',
    ),
    '## After the call',
    'Write down the time, the number on the display and the words the caller used. Page the person who is responsible that night, so that someone from your company knows. Ring the number back after ten minutes, once, to hear that they are out. If nobody answers and you are worried, call 911 yourself and say what you heard.',
    '- The caller’s own words, not your reading of them.',
    '- What you told them to do, in the words of the script.',
    '- When you rang back, and whether anyone answered.',
    'When the utility has made the place safe and shut off an appliance, there will be work for you. It will come by itself, from someone who remembers that you sent them outside instead of selling them a visit.',
    '## Three traps',
    '### “It is only a faint smell”',
    'Your utility may have steps of its own for a faint smell. You do not know how faint it is, nor how long the caller has been breathing it. On the phone there is only one script.',
    '### “The alarm has chirped all week”',
    'An alarm that chirps every so often may be at the end of its life; Peoples Gas describes 30 to 60 seconds between chirps as a sign of that, and a continuous beep as a reason to get everyone out and call 911. A caller cannot always tell the difference. If they are not certain, they go outside.',
    '### “We are already outside, can you come?”',
    'Good. Have they called 911 and the utility? If not, that comes first. Your technician waits until the responders say the building may be entered.',
    '## Practice it like a fire drill',
    'Twice a year, have someone ring the office from their own phone and say “I think I smell gas”. Do it to the day shift, to the night line, to the answering service and to any assistant that answers in your name. Note how many seconds pass until the word “outside”.',
    note(
      'Our assistant follows the same order: it stops its questions, says what to do, and pages the person you named. You can hear it in the demo. We would rather you test it than believe us.',
    ),
    'This page is about a phone call, not about how to make a building safe. For that, follow your utility, your fire department and the codes where you work.',
  ),
  seo: {
    title: 'Gas smell and CO alarm calls: a phone script for HVAC',
    description:
      'What public safety bodies tell people who smell gas or hear a carbon monoxide alarm, turned into a phone script of four sentences, with the traps to avoid.',
  },
}
