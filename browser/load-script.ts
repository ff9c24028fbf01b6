/** Loads a script once. After a failure, the next call loads it again. */
export function loadScript(address: string, properties: Partial<HTMLScriptElement> = {}): HTMLScriptElement {
  const existingScript = document.querySelector<HTMLScriptElement>(`script[src=${JSON.stringify(address)}]`)
  if (existingScript) return existingScript
  const script = Object.assign(document.createElement('script'), { src: address, ...properties })
  script.addEventListener('error', () => script.remove())
  document.head.append(script)
  return script
}
