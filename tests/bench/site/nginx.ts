import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFreePort } from '../../../packages/local-server/tests/servers.ts'
import { serve } from '../../../scripts/support/processes.ts'
import { stack } from '../../support/stack/addresses.ts'
import { hasTool, toolEnvironment } from './tools.ts'

export type Nginx = {
  compressing: string
  caching: string
}

const TEMP_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const buildConfiguration = (folder: string, compressingPort: number, cachingPort: number) => `
daemon off;
worker_processes auto;
pid ${folder}/nginx.pid;
error_log stderr;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  default_type text/html;
  gzip on;
  ${TEMP_FOLDERS.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  proxy_cache_path ${folder}/cache keys_zone=pages:10m;
  upstream site { server localhost:${stack.sitePort}; keepalive 16; }
  server {
    listen 127.0.0.1:${compressingPort};
    root ${folder}/html;
  }
  server {
    listen 127.0.0.1:${cachingPort};
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Host localhost:${stack.sitePort};
      proxy_set_header Connection "";
      proxy_cache pages;
      proxy_cache_valid 200 10m;
      proxy_ignore_headers Cache-Control Expires;
      add_header x-cache $upstream_cache_status;
    }
  }
}
`

/**
 * Starts nginx with Debian's defaults, serving one page and caching the site.
 * @returns undefined if nginx is unavailable
 */
export async function startNginx(html: string): Promise<Nginx | undefined> {
  if (!(await hasTool('nginx'))) return undefined
  const folder = resolve(stack.dataDir, 'bench-nginx')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(resolve(folder, 'html'), { recursive: true })
  writeFileSync(resolve(folder, 'html/index.html'), html)
  const [compressingPort, cachingPort] = [await findFreePort(), await findFreePort()]
  const file = resolve(folder, 'nginx.conf')
  writeFileSync(file, buildConfiguration(folder, compressingPort, cachingPort))
  const buildAddress = (port: number) => `http://127.0.0.1:${port}`
  await serve(
    {
      name: 'nginx',
      command: 'nginx',
      args: ['-p', folder, '-c', file],
      env: toolEnvironment,
      logFile: resolve(stack.dataDir, 'logs/bench-nginx.log'),
    },
    buildAddress(compressingPort),
  )
  return { compressing: buildAddress(compressingPort), caching: buildAddress(cachingPort) }
}
