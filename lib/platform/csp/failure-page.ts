import { DARK_PALETTE } from '../../values/palette.ts'
import { buildPolicyHeader, hashSource } from './policy.ts'

const STYLE = `
  :root { color-scheme: dark; }
  body { margin: 0; background: ${DARK_PALETTE.background}; color: ${DARK_PALETTE.foreground}; font: 1.125rem/1.6 system-ui, sans-serif; }
  main { max-width: 44rem; margin: 0 auto; padding: 18vh 1.5rem 4rem; }
  h1 { margin: 1.25rem 0; font-size: clamp(2.25rem, 7vw, 3.75rem); line-height: 1; letter-spacing: -0.03em; }
  p { max-width: 34rem; color: ${DARK_PALETTE['muted-foreground']}; }
  .label { margin: 0; color: ${DARK_PALETTE.primary}; font-size: 1rem; }
  nav { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 2.25rem; }
  a { padding: 0.6rem 1.4rem; border: 1px solid ${DARK_PALETTE.foreground}; border-radius: 99px; color: ${DARK_PALETTE.foreground}; text-decoration: none; }
  a:first-child { background: ${DARK_PALETTE.foreground}; color: ${DARK_PALETTE.background}; }
  a:focus-visible { outline: 3px solid ${DARK_PALETTE.primary}; outline-offset: 3px; }
`

type PageText = { label: string; heading: string; text: string; links: string; note?: string | undefined }

const renderPage = ({ label, heading, text, links, note }: PageText) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="label">${label}</p>
<h1>${heading}</h1>
<p>${text}</p>
<nav aria-label="What to do">${links}</nav>
${note ? `<p>${note}</p>` : ''}
</main>
</body>
</html>
`

const HOME_LINK = '<a href="/">Go to the home page</a>'

/**
 * Builds the error page, with the same text as components/site/messages/page-message.tsx.
 * @param requestId request id from the log
 */
export const buildFailurePage = (requestId: string | undefined) =>
  renderPage({
    label: 'Something went wrong on our end',
    heading: 'We couldn’t load this page',
    text: 'Try again in a few seconds. The rest of the site may still work.',
    links: `<a href="">Try again</a>${HOME_LINK}`,
    note: requestId && `If you contact us about this, mention error ${requestId}.`,
  })

export const malformedPathPage = renderPage({
  label: 'Bad request',
  heading: 'This URL isn’t valid',
  text: 'It has a percent sign that isn’t part of a valid code. Check the URL, or start from the home page.',
  links: HOME_LINK,
})

export const tooManySearchesPage = renderPage({
  label: 'Too many searches',
  heading: 'Please wait a minute',
  text: 'There were too many searches from your network in the last minute. Wait a minute, then search again.',
  links: `<a href="">Search again</a>${HOME_LINK}`,
})

export const failurePolicy = buildPolicyHeader({
  'default-src': ["'none'"],
  'style-src': [hashSource(STYLE)],
  'img-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
})
