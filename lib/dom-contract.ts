/*
 * What the pages' HTML and the scripts in browser/ agree on: attributes, ids, storage keys and headers. Components render
 * them, scripts read and change them; beside each stands the style sheet that selects it.
 */

/** Light or dark, on the root element; also set by next-themes on pages of the account. Selected in app/styles/tokens.css. */
export const THEME_ATTRIBUTE = 'data-theme'
/** On the radio button of a theme, whose value is the choice. */
export const THEME_CHOICE = 'data-theme-choice'

/** On the root element once the page has scrolled, in browsers that need a script for it. Selected in app/styles/frame.css. */
export const SCROLLED = 'data-scrolled'

/** On the root element while a field is typed into: a phone has its keyboard open. Selected in app/styles/states.css. */
export const TYPING = 'data-typing'

/** On a part of the page that is far from the screen while the search opens or the theme changes. Selected in app/styles/base.css. */
export const FAR = 'data-far'

/** On a link whose page is prefetched before a pointer is over it. */
export const PREFETCH = 'data-prefetch'

/** On the root element for a visitor who looks signed in. Selected in app/styles/states.css. */
export const SIGNED_IN = 'data-signed-in'
/** On each link that leads to signing in, or to the dashboard. */
export const ACCOUNT_LINK = 'data-account'

/** On a `details` that is a menu: opened by pointing, closed by leaving, Escape and a click elsewhere. */
export const MENU = 'data-menu'
/** Id of the menu of small screens. Selected in app/styles/base.css. */
export const SITE_MENU_ID = 'site-menu'
/** On the root element while the menu of small screens is open. Selected in app/styles/base.css. */
export const SITE_MENU_OPEN = 'data-menu-open'

/** Id of the announcement on the script of the first paint; `DISMISSED` on the root element. Selected in app/styles/states.css. */
export const ANNOUNCEMENT = 'data-announcement'
export const DISMISSED = 'dismissed'
/** On the button that dismisses an announcement, whose id is the value. */
export const DISMISS = 'data-dismiss'
/** Storage key of the announcement that a visitor has dismissed; its value is the announcement's id. */
export const ANNOUNCEMENT_KEY = 'announcement'

/** On the image of a logo. */
export const LOGO_IMAGE = 'data-logo'
/** On the element round a logo that does not load. Selected in app/styles/frame.css. */
export const LOGO_FAILED = 'data-failed'

/** On the `details` of the voice agent's launcher; its value is a `VoiceState`. Selected in app/styles/frame.css. */
export const VOICE = 'data-voice'
/** Whether the vendor's script was asked for, came, or did not come. */
export type VoiceState = 'idle' | 'loading' | 'ready' | 'failed'
/** On the launcher: the vendor's id of the agent, the address of the vendor's script, and its hash. */
export const VOICE_AGENT = 'data-agent'
export const VOICE_SCRIPT = 'data-script'
export const VOICE_INTEGRITY = 'data-integrity'
/** On the launcher while it would cover something of the page: it is gone. Selected in app/styles/frame.css. */
export const VOICE_GONE = 'data-gone'
/** Where the vendor's element goes, and the button that tries to load it again. */
export const VOICE_SLOT = 'data-voice-slot'
export const VOICE_RETRY = 'data-voice-retry'

/** Id of the contact form, the name of the field with its ticket, and where a ticket comes from. */
export const CONTACT_FORM_ID = 'contact-form'
export const CONTACT_TICKET_FIELD = 'ticket'
export const CONTACT_TICKET_PATH = '/api/contact/ticket'

/** Id of the form that signs up for the newsletter, which takes tickets as well. */
export const NEWSLETTER_FORM_ID = 'newsletter-form'

/** In front of these forms: what is seen in their place while the address names its id. Selected in their classes. */
export const FORM_SENT = 'data-sent'

/** Where the paths of pages that were shown are sent. */
export const PAGE_VIEWS_PATH = '/api/page-views'

/** On the place behind the content of a page where particles drift. */
export const PARTICLES_PLACE = 'data-particles-place'

/** On the element round a calculator, and on its parts: a field, a number of the result, the drawing of the share. */
export const CALCULATOR = 'data-calculator'
export const CALCULATOR_FIELD = 'data-field'
export const CALCULATOR_SUM = 'data-sum'
export const CALCULATOR_SHARE = 'data-share'
/** Custom property of the share, 0 to 1. Used in components/calculator/arithmetic.tsx. */
export const CALCULATOR_SHARE_PROPERTY = '--share'

/** On each choice between prices by month and by year, with the values `monthly` and `yearly`. */
export const BILLING = 'data-billing'

/** On the element round a plan finder, on its two numbers, and on each plan, whose `FinderPlan` is the value as JSON. */
export const FINDER = 'data-finder'
export const FINDER_FIELD = 'data-need'
/** On the answer with its plans, of which a finder has one for each way to pay. */
export const FINDER_RESULT = 'data-found'
export const FINDER_PLAN = 'data-plan'
/** On a plan: a `PlanFit`. Selected in components/pricing/finder-plan.tsx. */
export const PLAN_FIT = 'data-fit'
/** It is the plan; it would do for more; it is not meant for these numbers. */
export type PlanFit = 'best' | 'fits' | 'not'
/** On a plan whose calls are not enough. Selected there as well. */
export const PLAN_OVER = 'data-over'
/** In a plan: its name, and numbers that follow what is entered. */
export const FINDER_NAME = 'data-plan-name'
export const FINDER_SUM = 'data-plan-sum'
/** On the answer: what it says with a plan, `{plan}` and `{cost}`, and without one. */
export const FINDER_ANSWER = 'data-answer'
export const FINDER_NONE = 'data-none'
/** On the button that copies the address of the answer, and on what says so: the words for either way. */
export const FINDER_COPY = 'data-copy-answer'
export const FINDER_COPIED = 'data-copied-answer'
export const FINDER_UNCOPIED = 'data-uncopied-answer'

/** On the place check: the cities that have a page, as `placesText` writes them. On each part of its answer: when it is true. */
export const PLACE_CHECK = 'data-places'
export const PLACE_PART = 'data-place'
/** In such a part: the name of the state, or on a link that of the city. */
export const PLACE_NAME = 'data-place-name'

/** On each part of the page that shows a sample call, such as its player and its transcript; the value names the call. */
export const CALL = 'data-call'
/** On these once the call is played there; its value is a `CallStage`: it is heard, paused, or over. Selected in app/styles/call.css. */
export const CALL_STAGE = 'data-stage'
export type CallStage = 'playing' | 'paused' | 'done'
/**
 * On these: what is heard when play is pressed, `none` where only reading is left, `words` where there is nothing to press.
 * Selected in app/styles/call.css.
 */
export const CALL_SOUND = 'data-sound'
export type CallSound = 'recording' | 'voices' | 'none' | 'words'
/** On buttons that play a call; and while one waits for the player, which has not come yet. */
export const CALL_PLAY = 'data-call-play'
export const CALL_PRESSED = 'data-pressed'
/** On the root element once the player is there. */
export const CALLS_READY = 'data-calls'
/** On the radio buttons of a block's calls. */
export const CALL_TAB = 'data-call-tab'
/** On whatever appears with a line of the call, whose number, from 0, is the value; `CALL_SAID` is on it once that is said. */
export const CALL_LINE = 'data-line'
export const CALL_SAID = 'data-said'
/** On the line that is being said. Selected in app/styles/call.css. */
export const CALL_NOW = 'data-now'
/** Names of the highlights of what has been said of that line, and of the word that is said. Styled in app/styles/call.css. */
export const WORDS_SAID = 'call-said'
export const WORD_NOW = 'call-word'
/**
 * On a line of the transcript: when it begins, in seconds of a heard call, the packed times of its words where they were
 * measured (lib/word-times.ts), and who speaks.
 */
export const CALL_STARTS = 'data-starts'
export const CALL_WORDS = 'data-words'
export const CALL_SPEAKER = 'data-speaker'
/** On the text of a line, which is what is spoken. */
export const CALL_TEXT = 'data-call-text'
/** On the transcript: how many seconds the heard call lasts, and its recording. */
export const CALL_SECONDS = 'data-seconds'
export const CALL_RECORDING = 'data-recording'
/** In the player: who speaks and what is said now, the slider of the position, and the time that has passed. */
export const CALL_CAPTION_SPEAKER = 'data-caption-speaker'
export const CALL_CAPTION = 'data-caption'
export const CALL_POSITION = 'data-position'
export const CALL_CLOCK = 'data-clock'
/** Share of the call that has been heard, 0 to 1, as a custom property of the player. Used in app/styles/call.css. */
export const CALL_HEARD_PROPERTY = '--heard'

/**
 * On the element round the samples of a request; on a radio button and the sample of its language, whose name is the value. On a
 * text to copy the name is empty.
 */
export const SAMPLES = 'data-samples'
export const SAMPLE_CHOICE = 'data-sample-choice'
export const SAMPLE = 'data-sample'
/** On the button that copies the sample in sight; `COPIED` is on it for a moment afterwards. */
export const COPY = 'data-copy'
export const COPIED = 'data-copied'
/** Id of what tells screen readers that a sample was copied. */
export const COPY_STATUS_ID = 'copy-status'

/** On what has a script of its own: the address of the script, which is loaded once a visitor turns to the element. */
export const OWN_SCRIPT = 'data-own-script'

/** On what has a script of its own: the end of an address that needs it at once, from the `#` to before the first `=`. */
export const OWN_FRAGMENT = 'data-own-fragment'

/** On what names a script of the whole page: the address of the script, which is loaded once the page has been painted. */
export const LATE_SCRIPT = 'data-late-script'

/** On what offers pages near an address that leads nowhere, as long as there is none. */
export const NEAR_PAGES = 'data-none-near'

/** On the link that opens the search. Id of its dialog. */
export const SEARCH = 'data-search'
export const SEARCH_ID = 'site-search'
/** On the root element while the search is open. Selected in app/styles/base.css. */
export const SEARCH_OPEN = 'data-search-open'
/** On the dialog; its value is a `SearchState`. Selected in app/styles/frame.css. */
export const SEARCH_STATE = 'data-state'
/** Nobody has searched yet; what it needs is on its way; it did not come; there are results. */
export type SearchState = 'idle' | 'loading' | 'failed' | 'found'
/** In the dialog: where the number of results is said, where they go, and one to copy with its parts. */
export const SEARCH_STATUS = 'data-search-status'
export const SEARCH_RESULTS = 'data-search-results'
export const SEARCH_SAMPLE = 'data-search-sample'
export const SEARCH_PART = 'data-search-part'
export type SearchPart = 'kind' | 'title' | 'text'

/**
 * Props of an element with attributes of the above. A script may change the element before React hydrates the page, and
 * React then leaves it as it is.
 */
export const scripted = <Attributes extends Record<string, string | undefined>>(attributes: Attributes) => ({
  ...attributes,
  suppressHydrationWarning: true,
})
