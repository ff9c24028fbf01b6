import type { ClerkContext } from '../http/services.ts'
import type { Activity } from '../store/types.ts'

/** The order matters: Edge's and Opera's user agents contain Chrome's, and Chrome's contains Safari's. */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*\bSafari\//],
]

const DEVICES: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Macintosh', /\bMacintosh\b/],
  ['Windows', /\bWindows\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

/** Address, browser and device of a request, for the user's list of devices; null where unknown. */
export function readActivity(c: ClerkContext): Activity {
  const agent = (c.req.header('user-agent') ?? '').slice(0, 500)
  const browser = BROWSERS.map(([name, pattern]) => ({ name, version: pattern.exec(agent)?.[1] })).find(
    ({ version }) => version !== undefined,
  )
  return {
    browserName: browser?.name ?? null,
    browserVersion: browser?.version ?? null,
    deviceType: DEVICES.find(([, pattern]) => pattern.test(agent))?.[0] ?? null,
    isMobile: /\b(?:Mobile|iPhone|Android)\b/.test(agent),
    ipAddress: address(c),
  }
}

/** The site's proxy puts the visitor's address first. */
const address = (c: ClerkContext): string | null => {
  const forwarded = c.req.header('x-forwarded-for')?.split(',')[0]?.trim().slice(0, 45)
  return forwarded || (c.env?.incoming?.socket.remoteAddress ?? null)
}
