/** One text of the site's frame: how editors find it, and what it says until they change it. */
type Word = { title: string; text: string }

const word = (title: string, text: string): Word => ({ title, text })

/**
 * The short texts that belong to no page: labels, buttons, what stands around lists and articles. Editors change them in the
 * document _Words_; its fields, its sample and what the site shows where a field is empty follow from this table. A name in
 * braces is replaced by what it names.
 */
export const wordGroups = {
  menus: {
    title: 'Header and menus',
    words: {
      skip: word('First stop of the keyboard', 'Skip to content'),
      solutions: word('Menu of solutions', 'Solutions'),
      aiSdrOverview: word('Overview of cities', 'AI-SDR Overview'),
      seoOverview: word('Overview of SEO services', 'SEO Services Overview'),
      city: word('A city in the menu', 'AI-SDR in {city}'),
      allCities: word('Way to all cities', 'See all cities'),
    },
  },
  footer: {
    title: 'Footer',
    words: {
      trusted: word('Opens the trust section', 'Why {brand} is trusted'),
      integrations: word('Above the logos', 'Works with the tools you have'),
    },
  },
  voice: {
    title: 'Voice assistant',
    words: {
      launcher: word('Button at the lower right', 'Talk to us'),
      panel: word('Heading of its panel', 'Talk to {brand}'),
      connecting: word('While it loads', 'Connecting you with the assistant…'),
      failed: word('When it does not load', 'The assistant cannot be reached just now.'),
      retry: word('Try it once more', 'Try again'),
      callNumber: word('Button that calls', 'Call {number}'),
    },
  },
  call: {
    title: 'Sample call',
    words: {
      incoming: word('Above the call', 'Incoming call'),
      example: word('Mark of the card beside a hero', 'Example'),
      note: word('Below the time of the call', 'An example of a call, written for this page'),
      caller: word('The caller speaks', 'Caller'),
      assistant: word('The assistant speaks', 'Assistant'),
      understood: word('Above what was understood', 'Understood'),
      lead: word('Heading of the lead', 'New lead'),
      booked: word('Mark of a booking', 'Booked'),
      pause: word('Button: pause', 'Pause'),
      play: word('Button: play', 'Play'),
      again: word('Button: play again', 'Play again'),
      finish: word('Button: show the whole call', 'Show all of it'),
    },
  },
  calculator: {
    title: 'Calculator',
    words: {
      missedCalls: word('First number', 'Calls nobody answers, a week'),
      bookedShare: word('Second number', 'Of these, would have booked'),
      averageTicket: word('Third number', 'What an average job brings'),
      callsPerYear: word('First step', 'Missed calls a year'),
      callsPerYearSum: word('Arithmetic of the first step', '{calls} a week × 52 weeks'),
      jobsPerYear: word('Second step', 'Jobs among them'),
      jobsPerYearSum: word('Arithmetic of the second step', '{calls} calls × {share}'),
      revenue: word('Result', 'Work that went elsewhere, a year'),
      revenueSum: word('Arithmetic of the result', '{jobs} jobs × {ticket}'),
      note: word(
        'Note below the result',
        'Revenue, not profit, rounded to the dollar. It is your own estimate: some of these callers try again.',
      ),
    },
  },
  prices: {
    title: 'Prices',
    words: {
      monthly: word('Choice: by month', 'Monthly'),
      yearly: word('Choice: by year', 'Yearly'),
      month: word('After the price', 'a month'),
      byMonth: word('Billed by month', 'Billed every month: {total} in twelve months.'),
      byYear: word('Billed by year', 'Billed {total} once a year.'),
      saving: word('Arithmetic of what a year saves', '12 × {monthly} is {total}:'),
      kept: word('What a year saves', 'you keep {saving}'),
      highlighted: word('Mark of the highlighted plan', 'The usual choice'),
    },
  },
  contact: {
    title: 'Contact form',
    words: {
      nameLabel: word('Label: name', 'Your name'),
      companyLabel: word('Label: company', 'Company'),
      emailLabel: word('Label: e-mail', 'E-mail'),
      phoneLabel: word('Label: phone', 'Phone (optional)'),
      messageLabel: word('Label: message', 'Message'),
      send: word('Button', 'Send message'),
      sending: word('Button while the message is sent', 'Sending…'),
      thanks: word('When the message has arrived', 'Your message has arrived'),
      thanksText: word('What happens then', 'It is saved, and on its way to a person who will answer by e-mail.'),
      another: word('Way to a further message', 'Write another message'),
    },
  },
  contactProblems: {
    title: 'Contact form: not sent',
    words: {
      check: word('Heading above the fields to correct', 'Your message is not sent yet. Please check:'),
      missingName: word('Without a name', 'Enter your name'),
      missingCompany: word('Without a company', 'Enter the name of your company'),
      missingEmail: word('Without an e-mail address', 'Enter your e-mail address, so that we can answer'),
      missingMessage: word('Without a message', 'Write your message'),
      malformedEmail: word(
        'What was written is no e-mail address',
        'Check the e-mail address: it should look like name@example.com',
      ),
      malformedPhone: word(
        'What was written is no phone number',
        'Check the phone number: digits, spaces and + ( ) - are fine',
      ),
      long: word('A field is too long; {field}: its label', 'Shorten “{field}” to {limit} characters'),
      control: word(
        'A field has characters that nobody sees; {field}: its label',
        'Remove the control characters from “{field}”',
      ),
      notSent: word('Heading: sent as if by a program, or too often', 'Your message is not sent yet'),
      suspicious: word(
        'Sent as if by a program: what to do',
        'A field that should stay empty was filled in, perhaps by a tool that fills in forms. It is empty again: please send your message once more.',
      ),
      limited: word(
        'Sent too often: what to do; {time}: minutes to wait',
        'Several messages came from your connection within minutes. Please send this one in {time}.',
      ),
      ticketHeading: word('Heading: a browser without scripts sends in two steps', 'One more step'),
      ticket: word('The second of these steps', 'Read your message once more, then send it.'),
      unavailableHeading: word('Heading: the site could not save it', 'Your message could not be saved'),
      unavailable: word(
        'What to do when the site could not save it',
        'Something failed on our side, and nobody has received it. Your words are still below: please try again in a minute.',
      ),
      offlineHeading: word('Heading: the site did not answer', 'Your message could not be sent'),
      offline: word(
        'What to do when the site did not answer',
        'There was no answer from this site. Your words are still below: check your connection, then send again.',
      ),
      reach: word('Before phone and e-mail', 'Or reach us directly:'),
      call: word('Link: phone', 'call {number}'),
      or: word('Between phone and e-mail', 'or'),
      write: word('Link: e-mail', 'write to {email}'),
      pageTitle: word('Before the title of the page, in the browser’s tab', 'Not sent yet'),
    },
  },
  cities: {
    title: 'Cities',
    words: {
      all: word('Way back to all cities', 'All cities'),
      climate: word('Above the climate of a city', 'When {city} calls for heat, and when for cool'),
      heating: word('Sum of heating', 'Heating, degree days'),
      cooling: word('Sum of cooling', 'Cooling, degree days'),
      climateNote: word(
        'Below the climate',
        'Mean of each month in °F; bars show how far it is from {base} °F, times the days of the month.',
      ),
      questions: word('Above the questions', 'Questions from {city}'),
      none: word('Without a city', 'No city is published yet.'),
    },
  },
  lists: {
    title: 'Lists',
    words: {
      newer: word('Button: newer entries', 'Newer'),
      older: word('Button: older entries', 'Older'),
      position: word('Between the buttons', 'Page {page} of {last}'),
      source: word('Before a source', 'Source:'),
    },
  },
  articles: {
    title: 'Articles and policies',
    words: {
      contents: word('Contents of a text', 'On this page'),
      noteMark: word('Mark of a note', 'Note'),
      tipMark: word('Mark of a tip', 'Tip'),
      warningMark: word('Mark of a warning', 'Watch out'),
      inForce: word('A policy is in force', 'In force since {date}'),
      underReview: word('A policy is under review', 'Draft under review'),
      underReviewText: word(
        'What that means',
        'A lawyer has not approved this text yet. It says what we mean to promise and may still change.',
      ),
    },
  },
  blog: {
    title: 'Blog',
    words: {
      blog: word('Way back to the blog', 'Blog'),
      all: word('All categories', 'All posts'),
      readingTime: word('Time to read a post', '{minutes} min read'),
      related: word('Above further posts', 'Keep reading'),
      none: word('Without a post', 'Nothing is published here yet.'),
    },
  },
  press: {
    title: 'Press',
    words: {
      press: word('Way back to the press page', 'Press'),
      boilerplate: word('Above the text to quote', 'In our own words'),
      announcements: word('Above the announcements', 'Announcements'),
      none: word('Without an announcement', 'There is nothing to announce yet.'),
    },
  },
  documentation: {
    title: 'Documentation',
    words: {
      documentation: word('Way back to the documentation', 'Documentation'),
      all: word('Opens the contents', 'All pages'),
      previous: word('Way to the page before', 'Previous'),
      next: word('Way to the page after', 'Next'),
      none: word('Without a page', 'No page is published yet.'),
      search: word('In the search field', 'Search'),
      searchHeading: word('Heading of the search', 'Search the documentation'),
      searchHint: word('Before a search', 'Write a word or two of what you look for.'),
      searchNone: word('Nothing found', 'No page has all the words of “{query}”. Try fewer or shorter ones.'),
      searchOne: word('One page found', 'One page has “{query}”.'),
      searchMany: word('Several pages found', '{count} pages have “{query}”.'),
      searchFailed: word(
        'The search does not answer',
        'The search does not answer right now. Please try again in a minute.',
      ),
    },
  },
  messages: {
    title: 'Messages',
    words: {
      notFound: word('Above the heading of a page that does not exist', '404'),
      moved: word('A page has moved', 'This page has moved'),
      movedTo: word('Way to where it is now', 'Go to where it is now'),
    },
  },
} as const satisfies Record<string, { title: string; words: Record<string, Word> }>

export type WordGroup = keyof typeof wordGroups

/** The texts of the site's frame by group: `words.menus.allCities`. */
export type Words = { [Group in WordGroup]: Record<keyof (typeof wordGroups)[Group]['words'], string> }

/** What editors wrote, as far as they wrote something. */
type Written = { [group in WordGroup]?: Record<string, string | null> | null } | null

const groups = Object.keys(wordGroups) as WordGroup[]

/** The words of editors, and those of the table where a field is empty or the document is not there yet. */
export function wordsFrom(written: Written): Words {
  const texts = (group: WordGroup) =>
    Object.entries<Word>(wordGroups[group].words).map(([name, { text }]) => [name, written?.[group]?.[name] || text])
  return Object.fromEntries(groups.map((group) => [group, Object.fromEntries(texts(group))])) as Words
}

/** Names in braces: `{city}`. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
