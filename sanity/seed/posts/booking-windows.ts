import { article, note, table, tip } from '../build/article.ts'
import type { Post } from '../types.ts'

export const bookingWindows: Post = {
  title: 'Booking windows customers can plan around',
  slug: 'booking-windows',
  excerpt:
    'Two-hour windows sound kind and break by noon. How to size a window from your own job lengths, and what to leave open for the calls you cannot plan.',
  publishedAt: '2026-09-17T13:00:00Z',
  author: 'author-dispatch-desk',
  category: 'category-dispatch',
  coverAlt:
    'Drawing: a trunk that splits into two even ducts, ember where it enters and ice-blue where both runs leave.',
  body: article(
    'A window is a promise. “Between eight and ten” tells someone which meeting to cancel and who waits at home. When the truck comes at eleven-thirty the repair may be perfect and the review still bad. Before you blame the traffic, look whether the window was too small on the day it was offered.',
    '## Measure before you promise',
    'Take the last fifty service visits and write down how long each one took from arrival to leaving. Do not use the planned time. Sort the list from short to long. The middle value tells you what is usual; the fortieth of the fifty tells you what you must be able to absorb.',
    table(
      'An example with made-up times, sorted from fifty visits',
      ['Kind of visit', 'Middle value', 'Fortieth of fifty', 'Plan with'],
      ['Tune-up', '55 min', '75 min', '75 min'],
      ['No heat, furnace', '80 min', '130 min', '130 min'],
      ['No cooling, split system', '85 min', '140 min', '140 min'],
      ['Estimate for replacement', '70 min', '95 min', '95 min'],
    ),
    'With the middle value, half of your fifty visits took longer than planned, and the delay is passed on to everyone after them. With the fortieth, 40 ÷ 50: four visits out of five took no longer than the plan.',
    '## Size the window by its place in the day',
    'The first visit of the morning can have a narrow window, because nothing has gone wrong yet. The fourth cannot. It carries the uncertainty of three visits and three drives. So let the windows grow:',
    '- First visit: one hour, for example 8 to 9.',
    '- Second: two hours, 10 to 12.',
    '- Afternoon: three hours, 1 to 4, with a text when the technician leaves the stop before.',
    'Customers accept a wide window more easily when they know it will shrink. A text that says “you are next, about 40 minutes” turns a three-hour wait into a forty-minute one.',
    '## Keep some air in the day',
    'A full calendar looks good on Monday morning and is useless by ten. Decide how many slots stay closed until the day itself. Here is a way to choose the number.',
    '1. Count the urgent calls of the last eight comparable weeks, by weekday.',
    '1. Sort each weekday’s eight counts and take the third highest.',
    '1. Keep that many slots back on that weekday, and release what is left at eleven.',
    'In a mild October that may be one slot. In the second week of January it may be half the board. What matters is that the number is written down before the phone starts, because at nine in the morning every caller sounds urgent.',
    note(
      'Our assistant offers only windows that you opened. It cannot see a slot that you keep back until you release it, and it cannot squeeze one in.',
    ),
    '## Drive time belongs to somebody',
    'Two jobs of 75 minutes do not fit into a morning if they are at opposite ends of the county. If your software knows addresses, give each slot an area. If it does not, use two colors on the calendar: one for each half of your territory, with mornings and afternoons swapped on alternate days. It is crude, and it takes most of the worst routes off the board.',
    '## Words for the phone',
    'Say the window, then what you will do, then what you need.',
    '> We can be there Thursday between one and four. You will get a text when the technician is on the way. Please have someone over eighteen at home who can show us the air handler.',
    'And when you have nothing: “The next open time is Friday morning. I can put you on the list for an earlier one and text you if it opens. Would you like that?” A waiting list kept in order is a service too. One that exists only on a sticky note is a disappointment with a delay.',
    '## Check it once a month',
    'Two numbers are enough: the share of visits that began inside the promised window, and the share of released slots that were filled the same day. If the first falls, your windows are too narrow or your plan times too short. If the second falls, you are holding back too much.',
    tip(
      'Put both numbers on the same sheet as your [missed calls](post-missed-call-arithmetic). Answering more calls without opening windows only moves the disappointment from the phone to the driveway.',
    ),
  ),
  seo: {
    title: 'HVAC booking windows: size them from your own visits',
    description:
      'How to size appointment windows from fifty real visits, let them grow through the day, hold back slots for urgent calls, and check them once a month.',
  },
}
