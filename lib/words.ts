/** One text of the site's frame: how editors find it, and what it says until they change it. */
type Word = { title: string; text: string }

const word = (title: string, text: string): Word => ({ title, text })

/** What kinds of pages a search finds. */
export const searchKinds = {
  page: word('Kind: page', 'Page'),
  city: word('Kind: city', 'City'),
  post: word('Kind: post', 'Blog'),
  documentation: word('Kind: page of the documentation', 'Documentation'),
  press: word('Kind: announcement', 'Press'),
  legal: word('Kind: legal page', 'Legal'),
  api: word('Kind: API reference', 'API'),
  category: word('Kind: category of posts', 'Topic'),
  author: word('Kind: author', 'Author'),
} as const

export type SearchKind = keyof typeof searchKinds

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
      aiSdrLine: word('What that is, in plain words', 'Answers your phone'),
      seoOverview: word('Overview of SEO services', 'SEO Services Overview'),
      seoLine: word('What SEO services are, in plain words', 'Get you found'),
      city: word('A city in the menu', 'AI-SDR in {city}'),
      cities: word('Opens the cities, on a phone', 'Cities'),
      allCities: word('Way to all cities', 'See all cities'),
    },
  },
  footer: {
    title: 'Footer',
    words: {
      trusted: word('Opens the trust section', 'Why {brand} is trusted'),
      integrations: word('Above the logos', 'Works with the tools you have'),
      badgePreparation: word('A badge in preparation', 'In preparation'),
      badgeReport: word('A badge with a report; {date}: its date', 'Report of {date}, on request'),
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
  phoneBar: {
    title: 'Bar of small screens',
    words: { call: word('Button that calls', 'Call it') },
  },
  call: {
    title: 'Sample call',
    words: {
      incoming: word('Above the call', 'Incoming call'),
      example: word('Mark of the player: the call is nobody’s', 'Example'),
      caller: word('The caller speaks', 'Caller'),
      assistant: word('The assistant speaks', 'Assistant'),
      lead: word('Heading of the lead', 'New lead'),
      facts: word('How much of the lead is known', '{known} of {all} facts'),
      booked: word('Mark of a booking', 'Booked'),
      hear: word('Button: play', 'Hear this call'),
      read: word('Button where nothing can be heard', 'Read the call'),
      pause: word('Button: pause', 'Pause'),
      resume: word('Button: go on', 'Go on'),
      again: word('Button: play again', 'Hear it again'),
      transcript: word('Name of the lines, for screen readers', 'What is said in the call'),
      finish: word('Button: show the whole call', 'Show all of it'),
      position: word('Name of the slider', 'Position in the call'),
      recording: word('Below the player: what is heard is a recording', 'A recording of this example.'),
      voices: word('Below the player: the device reads it', 'Two voices of your own device read it aloud.'),
      silent: word('Below the player: nothing can be heard', 'This browser has no voice. Every word is below.'),
      number: word('Way to call, beside the buttons', 'Or call it yourself: {number}'),
    },
  },
  /** The labels of the dashboard, whose parts the pictures show; tests/unit/seed/dashboard-words.test.ts compares them. */
  product: {
    title: 'Pictures of the product',
    words: {
      handoverNote: word('Handover note: heading', 'Handover note'),
      problem: word('Handover note: field 1', 'Problem'),
      safety: word('Handover note: field 2', 'Safety'),
      system: word('Handover note: field 3', 'System'),
      address: word('Handover note: field 4', 'Address'),
      urgency: word('Handover note: field 5', 'Urgency'),
      name: word('Handover note: field 6', 'Name'),
      phone: word('Handover note: field 7', 'Phone'),
      fee: word('Handover note: field 8', 'Fee'),
      window: word('Handover note: field 9', 'Window'),
      notFoundOut: word('Handover note: fields without an answer', 'Not found out: {facts}.'),
      rule: word('Handover note: before the rule', 'Rule that was followed'),
      sinceClosed: word('Morning list: heading of the calls that need nobody', 'Since you closed'),
      needsYou: word('Morning list: a call needs the owner', 'Needs you'),
      booked: word('Morning list: a visit is booked', 'Booked'),
      requested: word('Morning list: a visit waits to be confirmed', 'Visit requested'),
      message: word('Morning list: a message', 'Message taken'),
      emergency: word('Morning list: somebody was paged', 'Emergency, paged'),
      declined: word('Morning list: outside of the area', 'Not our area'),
      transferred: word('Morning list: put through', 'Put through'),
      missed: word('Morning list: nobody answered', 'Missed'),
      now: word('Morning list: urgent now', 'Now'),
      today: word('Morning list: urgent today', 'Today'),
      soon: word('Morning list: urgent this week', 'This week'),
      before: word('Business profile: before', 'Before'),
      after: word('Business profile: after', 'After'),
      missing: word('Business profile: a line without a text', 'Missing'),
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
      furtherCall: word('Beyond the calls of a plan', 'Each further call: {price}'),
      stopMonthly: word('How to stop, billed by month', 'Stop any month'),
      stopYearly: word('How to stop, billed by year', 'Ends with the year, if you say so'),
      trial: word('The trial', 'Try it for two weeks beside your own people'),
      from: word('The lowest price, below a heading', 'From {price} a month'),
      fromYearly: word(
        'Its arithmetic, billed by year',
        '{plan}: {total} billed once a year, {total} ÷ 12. By month: {monthly}.',
      ),
      fromMonthly: word('Its arithmetic, billed by month', '{plan}: {total} in twelve months, billed every month.'),
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
  newsletter: {
    title: 'Newsletter: sign-up',
    words: {
      heading: word('Above the field', 'Get our news by e-mail'),
      text: word('What comes and how often', 'When there is something new; one e-mail a month at most.'),
      label: word('Label: e-mail', 'E-mail'),
      send: word('Button', 'Sign up'),
      thanks: word('When the address has arrived', 'Look into your mailbox'),
      thanksText: word(
        'What happens then',
        'An address that is not on the list yet gets an e-mail with a link. It is on the list once you confirm there.',
      ),
      another: word('Way to a further address', 'Enter another address'),
      missing: word('Without an e-mail address', 'Enter your e-mail address'),
      notSent: word('Heading: sent as if by a program, or too often', 'You are not signed up yet'),
      suspicious: word(
        'Sent as if by a program: what to do',
        'A field that should stay empty was filled in. It is empty again: please press the button once more.',
      ),
      limited: word(
        'Sent too often: what to do; {time}: minutes to wait',
        'Several addresses came from your connection within minutes. Please try again in {time}.',
      ),
      ticketHeading: word('Heading: a browser without scripts sends in two steps', 'One more step'),
      ticket: word('The second of these steps', 'Check the address, then press the button once more.'),
      unavailable: word(
        'The site could not save it: what to do',
        'Something failed on our side. Your address is still here: please try again in a minute.',
      ),
    },
  },
  newsletterPages: {
    title: 'Newsletter: pages of its links',
    words: {
      confirmHeading: word('Heading: confirm', 'Confirm your address'),
      confirmText: word('What that does', 'Press the button, and our news come to the address that got this link.'),
      confirm: word('Button: confirm', 'Yes, send me the news'),
      confirmedHeading: word('Heading: confirmed', 'You are on the list'),
      confirmedText: word(
        'What happens then',
        'An e-mail says so, too. It has a link that takes you off the list again, as has every one that follows.',
      ),
      leaveHeading: word('Heading: unsubscribe', 'No more news by e-mail?'),
      leaveText: word('What that does', 'Press the button, and the address that got this link is taken off the list.'),
      leave: word('Button: unsubscribe', 'Unsubscribe'),
      leftHeading: word('Heading: unsubscribed', 'You are off the list'),
      leftText: word('What that means', 'This site has deleted the address and tells the people who send the news.'),
      expiredHeading: word('Heading: the link is unknown, used or too old', 'This link does not work any more'),
      expiredText: word(
        'What to do',
        'It was used before, or is older than {days} days. If you have confirmed already, all is done. If not, enter your address once more at the bottom of any page.',
      ),
      goneHeading: word('Heading: the link to unsubscribe is unknown or used', 'This address is not on the list'),
      goneText: word('What that means', 'The link was used before, or the address was never confirmed.'),
      failedHeading: word('Heading: the site could not do it', 'This did not work'),
      failedText: word('What to do', 'Something failed on our side. Open the link of the e-mail again in a minute.'),
      home: word('Way out', 'Go to the home page'),
    },
  },
  newsletterMail: {
    title: 'Newsletter: e-mails',
    words: {
      confirmSubject: word('Subject: confirm', 'Please confirm: news from {brand}'),
      confirmText: word(
        'Before the link to confirm',
        'Somebody entered this address for news from {brand}. If that was you, open this page and press the button:',
      ),
      confirmElse: word(
        'After it',
        'If it was not you, do nothing: without it no news come, and the address is deleted after {days} days.',
      ),
      welcomeSubject: word('Subject: confirmed', 'You are on the list: news from {brand}'),
      welcomeText: word(
        'Text: confirmed',
        'You have confirmed this address. News from {brand} come to it from now on.',
      ),
      unsubscribe: word('Before the link to unsubscribe', 'No more e-mails of this kind:'),
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
        'Mean of each month in °F; bars show how far it is from {base}\u00A0°F, times the days of the month.',
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
    },
  },
  search: {
    title: 'Search',
    words: {
      open: word('Button in the header, and of the field', 'Search'),
      heading: word('Heading of the search', 'Search everything on this site'),
      placeholder: word('In the empty field', 'What are you looking for?'),
      close: word('Closes the search', 'Close the search'),
      hint: word('Before a search', 'Write a word or two of what you look for.'),
      keys: word('How to use the keyboard', 'Arrow keys choose, Enter opens, Escape closes.'),
      loading: word('While the list of pages is fetched', 'Fetching the list of pages…'),
      one: word('One page found', 'One page for “{query}”.'),
      many: word('Several pages found', '{count} pages for “{query}”.'),
      none: word('Nothing found', 'No page has all the words of “{query}”. Try fewer or shorter ones.'),
      more: word('Way to all results on a page of their own', 'See all results on a page'),
      failed: word(
        'The list of pages does not come',
        'The list of pages did not arrive. The results are also on a page of their own.',
      ),
      unavailable: word(
        'The page of results does not answer',
        'The search does not answer right now. Please try again in a minute.',
      ),
      all: word('Results of every kind', 'Everything'),
      ...searchKinds,
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
