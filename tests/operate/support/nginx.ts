import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request, type RequestOptions } from 'node:https'
import { resolve } from 'node:path'
import { findFreePort } from '../../../packages/local-server/tests/servers.ts'
import { root } from '../../../scripts/support/settings.ts'
import { createProgramFolder, startProgram } from './programs.ts'

export const NGINX_HOST = 'localhost'

type NginxResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Sends a request over TLS without certificate checks. */
export type SendRequest = (path: string, options?: RequestOptions, body?: Buffer | string) => Promise<NginxResponse>

/** Creates a keep-alive client, like a browser. @param maxSockets maximum concurrent connections */
export function createNginxClient(port: number, maxSockets = 32): { sendRequest: SendRequest; disconnect: () => void } {
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets })
  const sendRequest: SendRequest = async (path, options = {}, body) => {
    const clientRequest = request({ host: '127.0.0.1', port, path, agent, servername: NGINX_HOST, ...options })
    clientRequest.setHeader('host', NGINX_HOST)
    clientRequest.end(body)
    const [response] = await once(clientRequest, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }
  }
  return { sendRequest, disconnect: () => agent.destroy() }
}

type Options = {
  name: string
  upstreams: number[]
  /** Replacements in the nginx config file, such as a shorter timeout. */
  replacements?: [from: string, to: string][]
}

export type Nginx = {
  port: number
  httpPort: number
  logs: () => { access: string; errors: string }
  stop: () => Promise<void>
}

function createCertificate(folder: string): { cert: string; key: string } {
  const [cert, key] = [resolve(folder, 'cert.pem'), resolve(folder, 'key.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', [...request, '-subj', `/CN=${NGINX_HOST}`, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { cert, key }
}

/** Replaces every occurrence. @throws if `from` does not occur, which means that the config file has changed */
function replaceOrThrow(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}"`)
  return text.replaceAll(from, to)
}

export async function startNginx({ name, upstreams, replacements = [] }: Options): Promise<Nginx> {
  const folder = createProgramFolder(name)
  const [port, httpPort] = [await findFreePort(), await findFreePort()]
  const { cert, key } = createCertificate(folder)
  const [access, errors] = [resolve(folder, 'access.log'), resolve(folder, 'error.log')]
  for (const file of [access, errors]) writeFileSync(file, '')
  const servers = upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=1 fail_timeout=2s;`).join('\n')
  const allReplacements: [string, string][] = [
    ['server 127.0.0.1:3000 max_fails=1 fail_timeout=2s;', servers],
    ['server 127.0.0.1:3001 max_fails=1 fail_timeout=2s;', ''],
    ['server 127.0.0.1:3002 max_fails=1 fail_timeout=2s;', ''],
    ['listen [::]:', '# listen [::]:'],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen 80 ', `listen 127.0.0.1:${httpPort} `],
    ['/etc/letsencrypt/live/www.example.com/fullchain.pem', cert],
    ['/etc/letsencrypt/live/www.example.com/privkey.pem', key],
    ['www.example.com', NGINX_HOST],
    ['/var/log/nginx/ductwise.log', access],
    ['/var/log/nginx/ductwise-error.log', errors],
    ...replacements,
  ]
  const config = readFileSync(resolve(root, 'deploy/nginx.conf'), 'utf8')
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${resolve(folder, kind)};`,
  )
  const file = resolve(folder, 'nginx.conf')
  writeFileSync(
    file,
    [
      `daemon off; pid ${resolve(folder, 'nginx.pid')}; error_log ${errors} crit; worker_processes 2;`,
      `events { worker_connections 4096; }`,
      `http { ${tempPaths.join(' ')}`,
      allReplacements.reduce((text, [from, to]) => replaceOrThrow(text, from, to), config),
      '}',
    ].join('\n'),
  )
  const program = await startProgram({ name, command: '/usr/sbin/nginx', args: ['-c', file, '-e', errors], port })
  return {
    port,
    httpPort,
    logs: () => ({ access: readFileSync(access, 'utf8'), errors: readFileSync(errors, 'utf8') }),
    stop: program.stop,
  }
}
