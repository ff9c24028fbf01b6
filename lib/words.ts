/** One text of the site's frame: how editors find it, and what it says until they change it. */
type Word = { title: string; text: string }

const word = (title: string, text: string): Word => ({ title, text })

/** What kinds of pages a search finds. */
export const searchKinds = {
  page: word('Kind: page', 'Product'),
  city: word('Kind: city', 'City'),
  post: word('Kind: post', 'Blog'),
  documentation: word('Kind: page of the documentation', 'Help'),
  press: word('Kind: announcement', 'Press'),
  legal: word('Kind: legal page', 'Legal'),
  api: word('Kind: API reference', 'API'),
  category: word('Kind: category of posts', 'Blog topic'),
  author: word('Kind: author', 'Author'),
  integration: word('Kind: integration', 'Integration'),
} as const

export type SearchKind = keyof typeof searchKinds

/** What the results of a search can be narrowed to, in the order of the choices; lib/search/groups.ts has their kinds. */
export const searchGroups = {
  help: word('Choice: documentation and API', 'Help'),
  blog: word('Choice: posts, their topics and authors', 'Blog'),
  product: word('Choice: pages and integrations', 'Product'),
  cities: word('Choice: cities', 'Cities'),
  other: word('Choice: press and legal pages', 'Press and legal'),
} as const

export type SearchGroup = keyof typeof searchGroups

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
      signIn: word('Way to sign in', 'Sign In'),
      dashboard: word('The same for who is signed in', 'Dashboard'),
      createAccount: word('Way to a new account', 'Create account'),
    },
  },
  account: {
    title: 'Sign-in and registration',
    words: {
      signInHeading: word('Heading of the sign-in', 'Sign in to your dashboard'),
      signInText: word('Below it', 'We’ll ask for your password next.'),
      signUpHeading: word('Heading of the registration', 'Set up {brand} for your company'),
      signUpText: word(
        'Below it',
        'No card. Your two free weeks begin when your line is live. Until you forward it, your phone rings as before.',
      ),
      signUpTerms: word('Before the links of the last footer column, in one sentence', 'Please read the'),
      signUpSteps: word('Above what comes after the registration', 'What comes next'),
      signUpConfirm: word('First step', 'Confirm your email address with the code we send you.'),
      signUpCompany: word('Second step', 'Name your company, set your hours and connect your calendar.'),
      signUpTeam: word('Third step', 'Forward your line and hear your first call.'),
      signUpPrice: word(
        'Below the steps; left out without a plan',
        'Then from {price} a month, only if you choose a plan.',
      ),
      signInHelp: word('Below the sign-in: way to the contact page', 'Trouble signing in? Write to us'),
      invitedHeading: word('Heading for who was invited', 'Join your company on {brand}'),
      invitedText: word('Below it', 'Choose a password, and you are in.'),
      sampleBefore: word('Before the way to the sample dashboard', 'Just looking?'),
      sample: word('Way to the sample dashboard', 'Open the sample dashboard'),
    },
  },
  footer: {
    title: 'Footer',
    words: {
      trusted: word('Opens the trust section; {brand}: the product', 'Why {brand} is trusted'),
      integrations: word('Above the logos', 'Works with the tools you have'),
      badges: word('Above the badges', 'Audits and privacy laws: where we are'),
      badgePreparation: word('A badge in preparation', 'Not yet. In preparation.'),
      badgeReport: word('A badge with a report; {date}: its date', 'Report of {date}, on request'),
    },
  },
  voice: {
    title: 'Voice assistant',
    words: {
      launcher: word('Name of the button at the lower right', 'Talk to us'),
      panel: word('Heading of its panel', 'Talk to {brand}'),
      connecting: word('While it loads', 'Connecting you with the assistant…'),
      failed: word('When it does not load', 'We cannot reach the assistant right now.'),
      retry: word('Try it once more', 'Try again'),
      callNumber: word('Button that calls', 'Call {number}'),
      hear: word('Way to a sample call, where the number is a sample, too', 'Hear a sample call'),
    },
  },
  phoneBar: {
    title: 'Bar of small screens',
    words: {
      call: word('Button that calls', 'Call us'),
      hear: word('The same where the number is a sample', 'Hear a call'),
    },
  },
  call: {
    title: 'Sample call',
    words: {
      incoming: word('Above the call', 'Incoming call'),
      example: word('Mark of the player: the call is nobody’s', 'Example'),
      caller: word('The caller speaks', 'Caller'),
      assistant: word('The assistant speaks', 'Assistant'),
      lead: word('Heading of the lead', 'New lead'),
      booked: word('Mark of a booking', 'Booked'),
      paged: word('Mark of an emergency', 'Paged'),
      callback: word('Mark of a call back', 'Call back'),
      hear: word('Button: play', 'Hear this call'),
      read: word('Button where nothing can be heard', 'Read the call'),
      pause: word('Button: pause', 'Pause'),
      resume: word('Button: go on', 'Go on'),
      again: word('Button: play again', 'Hear it again'),
      written: word('Above the lines', 'Transcript'),
      readOnly: word('Instead of the length: a call that cannot be heard', 'Read only'),
      transcript: word('Name of the lines, for screen readers', 'What is said in the call'),
      more: word('Opens the lines between the beginning and the end', 'Show the lines in between'),
      tabs: word('Name of the tabs, for screen readers', 'Which call'),
      position: word('Name of the slider', 'Position in the call'),
      recording: word('Below the player: what is heard is a recording', 'A recording of this example.'),
      synthetic: word('Below the player: what is heard is the sample recording', 'Synthetic speech of an example.'),
      wordsAlone: word(
        'Instead of a player: a language without a good voice',
        'Text only: we have no good voice for this language.',
      ),
      voices: word('Below the player: the device reads it', 'Read aloud by your device.'),
      silent: word('Below the player: nothing can be heard', 'This browser has no voice. Every word is below.'),
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
      notFoundOut: word('Handover note: fields without an answer', 'Not known yet: {facts}.'),
      rule: word('Handover note: before the rule', 'Rule that was followed'),
      sinceClosed: word('Morning list: heading of the calls that need nobody', 'Since you closed'),
      needsYou: word('Morning list: a call needs the owner', 'Needs you'),
      booked: word('Morning list: a visit is booked', 'Booked'),
      requested: word('Morning list: a visit waits to be confirmed', 'Requested'),
      rescheduled: word('Morning list: a visit was moved', 'Rescheduled'),
      canceled: word('Morning list: a visit was canceled', 'Canceled'),
      message: word('Morning list: a message', 'Message taken'),
      emergency: word('Morning list: somebody was paged', 'Emergency, paged'),
      declined: word('Morning list: declined', 'Declined'),
      transferred: word('Morning list: put through', 'Put through'),
      missed: word('Morning list: nobody answered', 'Missed'),
      wanted: word('Morning list: before the urgency', 'Wanted: {urgency}'),
      now: word('Morning list: urgent now', 'Now'),
      today: word('Morning list: urgent today', 'Today'),
      soon: word('Morning list: urgent this week', 'This week'),
      before: word('Business profile: above what a line said before', 'Before'),
      after: word('Business profile: above what it says now', 'After'),
      missing: word('Business profile: a line that was not there', 'Missing'),
      reportTitle: word('Monthly report: heading', 'Report for {month}'),
      reportCalls: word('Monthly report: above the first figures', 'Calls and forms'),
      reportJobs: word('Monthly report: above the second figures', 'Jobs'),
      reportTotal: word('Monthly report: the sums', 'Total'),
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
      jobsPerYear: word('Second step', 'Jobs among them, about'),
      jobsPerYearSum: word('Arithmetic of the second step', '{calls} × {share}'),
      revenue: word('Result', 'Work that went elsewhere, a year'),
      revenueSum: word('Arithmetic of the result', '{jobs} × {ticket} a job'),
      note: word(
        'Note below the result',
        'Revenue, not profit. It is your own estimate: some of these callers try again.',
      ),
      price: word('Below the result: what the smallest plan costs', '{brand}, from: {price} a year'),
    },
  },
  comparison: {
    title: 'Comparisons',
    words: {
      choice: word('Above the choice of a column; {column}: the one that is marked', 'Compare {column} with'),
      all: word('Choice: every column', 'All'),
      feature: word('Above the first column, for screen readers', 'What is compared'),
    },
  },
  prices: {
    title: 'Prices',
    words: {
      billing: word('Name of the choice', 'How you pay'),
      monthly: word('Choice: by month', 'Monthly'),
      yearly: word('Choice: by year', 'Yearly'),
      month: word('After the price', 'a month'),
      included: word('Behind that and a comma', '{calls} answered calls included'),
      byMonth: word('Twelve months, billed by month', '{total} a year'),
      byYear: word('Twelve months, billed by year', '{total} a year'),
      saving: word('Beside the choice by year, in percent', 'Save {percent}%'),
      kept: word('What a year saves', 'you save {saving}'),
      highlighted: word('Mark of the highlighted plan', 'Our suggestion'),
      furtherCall: word('Beyond the calls of a plan', 'Extra calls {price} each'),
      stopMonthly: word('How to stop, billed by month', 'Cancel any month'),
      stopYearly: word('How to stop, billed by year', 'Cancel by the end of the year'),
      trial: word('Way to the registration, below the button of a plan', 'or start two weeks free'),
      from: word('The lowest price, below a heading', 'From {price} a month'),
      fromYearly: word('Behind that, where the year costs less', 'billed yearly, {monthly} month to month'),
    },
  },
  finder: {
    title: 'Plan finder',
    words: {
      numbers: word('Above the fields, for screen readers', 'Your numbers'),
      calls: word('First field', 'Answered calls a month'),
      when: word('Second field', 'When they come'),
      evenings: word('Choice: evenings only', 'Evenings only'),
      day: word('Choice: all day', 'All day'),
      crews: word('Third field', 'Crews'),
      example: word(
        'In the place of the fields, where a browser runs no scripts',
        'An example. Answered calls a month: {calls}. When: {when}. Crews: {crews}.',
      ),
      answer: word('The answer', '{plan}: {cost} a month'),
      none: word('The answer where no plan suits', 'None of the plans fits. Write to us.'),
      rule: word('What a plan costs', '{monthly} a month with {included} calls, then {price} each.'),
      ruleOnly: word('The same, without a price for more calls', '{monthly} a month with {included} calls.'),
      least: word('Where a plan costs least', 'Costs least up to {calls} calls.'),
      within: word('Arithmetic: no call too many', '{calls} of {included} calls used: {cost}'),
      over: word('Arithmetic: more calls', '{monthly} + {over} × {price} = {cost}'),
      more: word('Beside a plan that would do as well and costs more', '{amount} more a month'),
      copy: word('Link', 'Copy a link to this answer'),
      copied: word('When it is copied', 'Copied. The link holds your calls, hours and crews, nothing else.'),
      uncopied: word('When it cannot be copied', 'The address of this page is the link now: copy it there.'),
    },
  },
  contact: {
    title: 'Contact form',
    words: {
      nameLabel: word('Label: name', 'Your name'),
      companyLabel: word('Label: company', 'Company'),
      emailLabel: word('Label: email', 'Email'),
      phoneLabel: word('Label: phone', 'Phone (optional)'),
      messageLabel: word('Label: message', 'Message'),
      messageHint: word(
        'Below it: what helps with an answer',
        'What can we help with? If you are considering Ductwise: how many trucks you run, and who picks up today.',
      ),
      reachPhone: word('Before the phone number beside the form', 'Phone'),
      send: word('Button', 'Send message'),
      sending: word('Button while the message is sent', 'Sending…'),
      thanks: word('When the message has arrived', 'Your message has arrived'),
      thanksText: word('What happens then', 'It is saved, and on its way to a person who will answer by email.'),
      another: word('Way to a further message', 'Write another message'),
    },
  },
  contactProblems: {
    title: 'Contact form: not sent',
    words: {
      check: word('Heading above the fields to correct', 'Your message is not sent yet. Please check:'),
      missingName: word('Without a name', 'Enter your name'),
      missingCompany: word('Without a company', 'Enter the name of your company'),
      missingEmail: word('Without an email address', 'Enter your email address, so that we can answer'),
      missingMessage: word('Without a message', 'Write your message'),
      malformedEmail: word(
        'What was written is no email address',
        'Check the email address: it should look like name@example.com',
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
      reach: word('Before phone and email', 'Or reach us directly:'),
      call: word('Link: phone', 'call {number}'),
      or: word('Between phone and email', 'or'),
      write: word('Link: email', 'write to {email}'),
      pageTitle: word('Before the title of the page, in the browser’s tab', 'Not sent yet'),
    },
  },
  newsletter: {
    title: 'Newsletter: subscribing',
    words: {
      heading: word('Above the field', 'Get our news by email'),
      text: word('What comes and how often', 'When there is something new; one email a month at most.'),
      label: word('Label: email', 'Email'),
      send: word('Button', 'Subscribe'),
      sending: word('Button while the address is sent', 'Subscribing…'),
      thanks: word('When the address has arrived', 'Check your inbox'),
      thanksText: word(
        'What happens then',
        'An address that is not on the list yet gets an email with a link. It is on the list once you confirm there.',
      ),
      another: word('Way to a further address', 'Enter another address'),
      missing: word('Without an email address', 'Enter your email address'),
      notSent: word('Heading: sent as if by a program, or too often', 'You are not subscribed yet'),
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
      confirmText: word(
        'What that does',
        'Press the button, and our news will come to the address that got this link.',
      ),
      confirm: word('Button: confirm', 'Yes, send me the news'),
      confirmedHeading: word('Heading: confirmed', 'You are on the list'),
      confirmedText: word(
        'What happens then',
        'An email says so, too. It has a link that takes you off the list, and so does every one after it.',
      ),
      leaveHeading: word('Heading: unsubscribe', 'No more news by email?'),
      leaveText: word('What that does', 'Press the button, and the address that got this link is taken off the list.'),
      leave: word('Button: unsubscribe', 'Unsubscribe'),
      leftHeading: word('Heading: unsubscribed', 'You are off the list'),
      leftText: word('What that means', 'This site has deleted the address and tells the people who send the news.'),
      expiredHeading: word('Heading: the link is unknown, used or too old', 'This link no longer works'),
      expiredText: word(
        'What to do',
        'It was used before, or is older than {days} days. If you have confirmed already, all is done. If not, enter your address once more at the bottom of any page.',
      ),
      goneHeading: word('Heading: the link to unsubscribe is unknown or used', 'This address is not on the list'),
      goneText: word('What that means', 'The link was used before, or the address was never confirmed.'),
      failedHeading: word('Heading: the site could not do it', 'This did not work'),
      failedText: word('What to do', 'Something failed on our side. Open the link of the email again in a minute.'),
      home: word('Way out', 'Go to the home page'),
    },
  },
  newsletterMail: {
    title: 'Newsletter: emails',
    words: {
      confirmSubject: word('Subject: confirm', 'Please confirm: news from {brand}'),
      confirmText: word(
        'Before the link to confirm',
        'Somebody entered this address for news from {brand}. If that was you, open this page and press the button:',
      ),
      confirmElse: word(
        'After it',
        'If it was not you, do nothing: no news will come, and the address is deleted after {days} days.',
      ),
      welcomeSubject: word('Subject: confirmed', 'You are on the list: news from {brand}'),
      welcomeText: word(
        'Text: confirmed',
        'You have confirmed this address. News from {brand} will come to it from now on.',
      ),
      unsubscribe: word('Before the link to unsubscribe', 'No more emails of this kind:'),
    },
  },
  cities: {
    title: 'Cities',
    words: {
      all: word('Way back to all cities', 'All cities'),
      asks: word('Before what the assistant asks there', 'It asks'),
      needs: word('Above what is different in a city', 'What {city} calls need'),
      climate: word('Above the climate of a city', 'When {city} needs heat, and when it needs cooling'),
      busy: word(
        'Below that: the months with the most heating and cooling',
        'Heating works hardest in {heating}, cooling in {cooling}. Expect calls to follow.',
      ),
      heating: word('Key: heating', 'Heating'),
      cooling: word('Key: cooling', 'Cooling'),
      climateNote: word('Below the climate', 'Bars show how far each month’s average is from {base}\u00A0°F.'),
      sources: word('Below the facts', 'Sources:'),
      questions: word('Above the questions', '{city} questions'),
      none: word('Without a city', 'No city is published yet.'),
      closing: word('Closing band, where a city has none of its own', 'Hear it take a call from {city}'),
      prices: word('Closing band: second button', 'See the prices'),
      others: word('Above the other cities', 'Other cities'),
      hear: word('Second button at the top: to the call of the home page', 'Hear a sample call'),
    },
  },
  placeCheck: {
    title: 'Place check',
    words: {
      label: word('Label of the field', 'ZIP code, or town and state'),
      button: word('Button', 'Check'),
      privacy: word('Below the field', 'What you type stays in your browser.'),
      works: word(
        'Where the state is known',
        '{state}: it works there as anywhere in the United States. You forward your number, and set your own hours, ZIP codes and fees.',
      ),
      city: word(
        'In or near a city that has a page',
        'The page for {city} is about your area: its weather, its heat rules, its equipment.',
      ),
      state: word(
        'Elsewhere in the state of such a city',
        'The nearest page is the one for {city}, in your state. Local rules may differ where you are.',
      ),
      weather: word(
        'Where a city of another state has much the same weather',
        'There is no page for {state} yet. The weather is closest to {city}, and so are the questions; the rules on that page are not yours.',
      ),
      none: word(
        'Where no page is near',
        'There is no page for {state} yet, or for weather like it. A page adds only what is local: the weather, heat rules, equipment.',
      ),
      recording: word(
        'Before the link about recording',
        'Whether everybody has to agree before a call is recorded depends on the state:',
      ),
      unknown: word('The ZIP code is none', 'No state has a ZIP code like this one. Check the five digits.'),
      town: word(
        'Without a state',
        'Several states may have a town by that name. Add the state, as in Springfield, IL, or enter the ZIP code.',
      ),
    },
  },
  demo: {
    title: 'Sample dashboard',
    words: {
      title: word('Title', 'A sample dashboard, open to everybody'),
      description: word(
        'Description for search engines',
        'Look around the dashboard of a made-up heating and cooling company: the morning list, calls, leads and the calendar. No account.',
      ),
      notice: word('Stays above every screen', 'Sample data from a made‑up company.'),
      day: word('Beside it, where there is room', 'Look around, nothing can be changed.'),
      create: word('Button: create an account', 'Create account'),
      calls: word('Below the heading of the calls', 'Every call, what was said, and how it ended.'),
      calendar: word('Below the heading of the calendar', 'Who you’re visiting, when, and which tech is going.'),
    },
  },
  lists: {
    title: 'Lists',
    words: {
      newer: word('Button: newer entries', 'Newer'),
      older: word('Button: older entries', 'Older'),
      position: word('Between the buttons', 'Page {page} of {last}'),
      numbered: word('Heading and title of a further page; {name}: those of the first', '{name}, page {page}'),
      numberedText: word(
        'A further page in search results; {titles}: of what is on it',
        'Page {page} of {last}: {titles}.',
      ),
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
      underReview: word('A policy waits for a lawyer', 'Draft of {date}.'),
      underReviewText: word('What that means', 'Not yet reviewed by a lawyer. It describes what this site does today.'),
    },
  },
  blog: {
    title: 'Blog',
    words: {
      blog: word('Way back to the blog', 'Blog'),
      all: word('All categories', 'All posts'),
      allOf: word('All posts of a category', 'All {category} posts'),
      readingTime: word('Time to read a post', '{minutes} min read'),
      allNews: word('All short news, from the first page of posts', 'All changes'),
      related: word('Above further posts', 'Keep reading'),
      none: word('Without a post', 'Nothing is published here yet.'),
    },
  },
  press: {
    title: 'Press',
    words: {
      press: word('Way back to the press page', 'Press'),
      boilerplate: word('Above the texts to print', 'About Ductwise'),
      boilerplateNote: word('Below it', 'Print either one as it is.'),
      sentence: word('Above the shorter text to print', 'One sentence'),
      paragraph: word('Above the longer text to print', 'One paragraph'),
      copy: word('Button that copies such a text', 'Copy'),
      copied: word('The same, once it has', 'Copied'),
      logos: word('Above the logos', 'Logos'),
      facts: word('Above the facts', 'Facts'),
      contact: word('Above the address for the press', 'Press contact'),
      kit: word('Way to the press kit', 'Logos and fact sheet'),
      others: word('Above other announcements', 'More announcements'),
      announcements: word('Above the announcements', 'Announcements'),
      all: word('Way to all announcements', 'All announcements'),
      none: word('Without an announcement', 'There is nothing to announce yet.'),
    },
  },
  integrations: {
    title: 'Integrations',
    words: {
      integrations: word('Way back to all integrations', 'Integrations'),
      none: word('Without an integration', 'No integration is published yet.'),
      calendars: word('Heading: calendars', 'Calendars'),
      customers: word('Heading: field service, CRM and accounting', 'Field service, CRM and accounting'),
      messages: word('Heading: messages and automation', 'Messages and automation'),
      everyPlan: word('Plans that connect calendars', 'Reading on every plan'),
      largerPlans: word('Plans that connect other systems', 'On Front desk and Several crews'),
      systems: word('Beside the heading: how many there are', '{count} systems'),
      readOnly: word('The same: those that are only read', '{count} read only'),
      canWrite: word('The same: those that can be written to', '{count} can write, once you switch it on'),
      reads: word('Before what is read', 'Reads'),
      writes: word('Before what is written', 'Writes'),
      // Not named `status` and `website`: the preview marks no field of these names as one to click.
      offered: word('Before whether it can be connected', 'Status'),
      available: word('A system that can be connected', 'Available'),
      notOffered: word('A system that cannot be connected yet, as the dashboard says it', 'Not offered yet'),
      notOfferedText: word(
        'What to do then',
        'It cannot be connected at the moment. Press Ask for it in the dashboard, and we are told.',
      ),
      makerSite: word('Before the address of the maker', 'Website'),
      permissions: word('Heading: what an owner is asked for', 'Permissions Ductwise asks for'),
      onlyToWrite: word('A permission that writing needs', 'Only with writing switched on'),
      technical: word('Opens the technical names of permissions', 'Technical names'),
      demo: word('Way to the sample dashboard', 'See the sample dashboard'),
      closing: word('At the end: heading', 'Don’t see your system?'),
      closingText: word(
        'At the end: text',
        'Tell us what your office runs on. You hear whether it can be connected, and what would be read.',
      ),
      ask: word('At the end: button', 'Ask for it'),
      closingOne: word('At the end of one integration: heading', 'Try it before you connect it'),
      closingOneText: word(
        'At the end of one integration: text',
        'In a 30-minute demo, you play the caller. Bring your questions.',
      ),
      all: word('Way to all integrations', 'All integrations'),
    },
  },
  testCalls: {
    title: 'Test calls',
    words: {
      says: word('Above what both say', 'What is said'),
      call: word('Above the calls, where there are columns', 'Call'),
      wish: word('Above what is expected of the rules', 'What we expect'),
      happened: word('Above what came of a call', 'What happened'),
      result: word('Above whether that is as expected', 'Result'),
      record: word('Above what the rules made of the call', 'What it decided and wrote down'),
      met: word('The rules did what was expected', 'Passed'),
      notMet: word('The rules did not', 'Not yet'),
      score: word('How many calls came out as expected', '{met} of {all}'),
      scoreText: word('Beside it', 'came out as expected'),
      safety: word('Group: gas, carbon monoxide, sparks', 'Safety'),
      comfort: word('Group: no heat, weak cooling, leaks', 'No heat and cooling'),
      booking: word('Group: prices, areas, permissions, dates', 'Money and booking'),
      hard: word('Group: callers who are hard to serve', 'Hard callers'),
      closing: word('Closing band', 'Try your own worst call'),
      closingText: word('Below that', 'In a 30-minute demo, you play the caller and see what it decides.'),
      hear: word('Closing band: second button', 'Hear a sample call'),
    },
  },
  documentation: {
    title: 'Documentation',
    words: {
      documentation: word('Way back to the documentation', 'Documentation'),
      all: word('Opens the contents', 'All pages'),
      previous: word('Way to the page before', 'Previous'),
      next: word('Way to the page after', 'Next'),
      stuck: word('At the end of a page: heading', 'Still stuck?'),
      stuckText: word('At the end of a page: text', 'Write to us. A person answers on a business day.'),
      write: word('At the end of a page: way to the form', 'Write to us'),
      call: word('At the end of a page: number to call', 'Call {phone}'),
      fits: word('At the end of a worked example: heading', 'Does this look like your shop?'),
      compare: word('At the end of a worked example: way to the prices', 'Compare plans'),
      wrong: word('Below the search: before the way to what helps then', 'Something wrong?'),
      developers: word('Above the API reference, in the list of all pages', 'For developers'),
      reference: word('Way to the API reference', 'API reference'),
      none: word('Without a page', 'No page is published yet.'),
      search: word('In the search field', 'Search'),
      searchExample: word('In the larger field, above all pages', 'Try “forwarding”'),
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
      hint: word('Before a search', 'Type a word or two of what you are looking for.'),
      keys: word('How to use the keyboard', 'Arrow keys choose, Enter opens, Escape closes.'),
      loading: word('While the list of pages is fetched', 'Fetching the list of pages…'),
      one: word('One page found', '1 result for “{query}”'),
      many: word('Several pages found', '{count} results for “{query}”'),
      none: word('Nothing found', 'No page has all the words of “{query}”. Try fewer or shorter ones.'),
      instead: word('Nothing found: a search that finds something', 'Search for “{query}” instead'),
      some: word('Nothing found: above pages that come near', 'Pages that come near'),
      begin: word('Above pages to begin with', 'Or begin here'),
      more: word('Way to all results on a page of their own', 'See all results on a page'),
      rest: word('Below the first ten results', 'Show all {count} results'),
      failed: word(
        'The list of pages does not come',
        'The list of pages did not load. The results are also on a page of their own.',
      ),
      unavailable: word(
        'The page of results does not answer',
        'Search is not working right now. Please try again in a minute.',
      ),
      section: word('A result where a heading has the words', 'Section: {heading}'),
      all: word('Results of every kind', 'All'),
      ...searchGroups,
      ...searchKinds,
    },
  },
  messages: {
    title: 'Messages',
    words: {
      notFound: word('Above the heading of a page that does not exist', '404'),
      near: word('The same: above pages with words of its address', 'Did you mean'),
      asked: word('The same: what was asked for, as a call', 'Caller asked for a page we don’t have.'),
      routed: word('The same: above where the assistant can lead', 'Here is where we can send you.'),
      handled: word('The same: who says so', 'Assistant'),
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
