import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A server that counts everything that reaches it, over TCP and UDP. */
export interface Listener {
  /** Host and port. */
  host: string;
  /** One line for each connection, request or datagram. */
  arrivals: string[];
  close(): Promise<void>;
}

export async function startListener(): Promise<Listener> {
  const arrivals: string[] = [];
  const server = createServer((socket) => {
    arrivals.push('connection');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      arrivals.push(data.toString('latin1').split('\r\n')[0] ?? '');
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = createSocket('udp4', () => arrivals.push('datagram')).bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return {
    host: `127.0.0.1:${port}`,
    arrivals,
    async close() {
      socket.close();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Pages that try to reach a network, the page around them, or what is stored. `host` counts what arrives; a page that
 * reads something it must not writes `LEAKED` into its console.
 */
export function hostilePreviews(host: string, own: string): Record<string, string> {
  const script = (code: string) => `<!doctype html><body><script>${code}</script>`;
  const leaks = (expression: string) =>
    script(`try { const found = ${expression}; console.log('LEAKED', found); } catch (error) { console.log('kept'); }`);
  const link = (rel: string) =>
    script(`for (const [as, dot] of [['script', '.js'], ['font', '.woff2'], ['fetch', '']]) {
      const link = document.createElement('link');
      Object.assign(link, { rel: '${rel}', as, href: 'http://${host}/${rel}' + dot });
      document.head.append(link);
    }`);
  const rtc = `const peer = new RTCPeerConnection({ iceServers: [
      { urls: 'stun:${host}' },
      { urls: 'turn:${host}?transport=tcp', username: 'a', credential: 'b' },
    ] });
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));`;
  return {
    fetch:
      script(`fetch('http://${host}/').catch(() => {}); fetch('http://${host}/', { mode: 'no-cors' }).catch(() => {});
      fetch('http://${host}/', { method: 'POST', body: 'x', keepalive: true, mode: 'no-cors' }).catch(() => {});`),
    'own server': script(`fetch('${own}/api/auth/session', { mode: 'no-cors' }).catch(() => {});`),
    xhr: script(`const request = new XMLHttpRequest(); request.open('GET', 'http://${host}/'); request.send();`),
    websocket: script(`new WebSocket('ws://${host}/')`),
    'event source': script(`new EventSource('http://${host}/')`),
    beacon: script(`navigator.sendBeacon('http://${host}/', 'x')`),
    'web transport': script(`new WebTransport('https://${host}/')`),
    image: `<img src="http://${host}/a"><img srcset="http://${host}/b 2x"><picture><source srcset="http://${host}/c"><img></picture>
      <input type="image" src="http://${host}/d"><svg><image href="http://${host}/e"/><use href="http://${host}/f#x"/></svg>
      <body background="http://${host}/g">${script(`new Image().src = 'http://${host}/h'`)}`,
    media: `<video src="http://${host}/a" poster="http://${host}/b" autoplay></video><audio src="http://${host}/c" autoplay></audio>
      <video><source src="http://${host}/d"><track src="http://${host}/e" default></video>`,
    styles: `<style>@import url("http://${host}/a"); @font-face { font-family: x; src: url("http://${host}/b") }
      body { font-family: x; background: url("http://${host}/c"); cursor: url("http://${host}/d"), auto }
      body::before { content: url("http://${host}/e") } li { list-style-image: url("http://${host}/f") }
      div { mask: url("http://${host}/g"); filter: url("http://${host}/h#x"); background: image-set("http://${host}/i" 1x) }
      </style><link rel="stylesheet" href="http://${host}/j"><li>x</li><div>x</div>`,
    'fonts by script': script(`new FontFace('x', 'url(http://${host}/)').load().catch(() => {})`),
    'outside script': `<script src="http://${host}/a"></script><script type="module">import 'http://${host}/b'</script>
      ${script(`import('http://${host}/c').catch(() => {}); const s = document.createElement('script');
      s.src = 'http://${host}/d'; document.body.append(s)`)}`,
    workers: script(`try { new Worker('http://${host}/') } catch {}
      try { new Worker('data:text/javascript,fetch("http://${host}/")') } catch {}
      try { new Worker(URL.createObjectURL(new Blob(['fetch("http://${host}/")']))) } catch {}
      try { new SharedWorker('http://${host}/') } catch {}
      navigator.serviceWorker?.register('http://${host}/').catch(() => {});
      new AudioContext().audioWorklet?.addModule('http://${host}/').catch(() => {})`),
    objects: `<object data="http://${host}/a"></object><embed src="http://${host}/b"><iframe src="http://${host}/c"></iframe>
      ${script(`for (const name of ['iframe', 'object', 'embed', 'frame', 'fencedframe', 'portal']) {
        const element = document.createElement(name);
        element.src = element.data = 'http://${host}/' + name;
        document.body.append(element);
      }`)}`,
    'form by button': `<form id="f" action="http://${host}/" method="post"><button>x</button></form>
      ${script(`f.submit(); f.requestSubmit(); f.querySelector('button').click()`)}`,
    'own navigation': script(`location = 'http://${host}/'`),
    'navigation by link': `<a id="a" href="http://${host}/" ping="http://${host}/ping">x</a>${script('a.click()')}`,
    'navigation by a loose link': script(
      `const a = document.createElement('a'); a.href = 'http://${host}/'; a.click()`,
    ),
    refresh: `<meta http-equiv="refresh" content="0;url=http://${host}/">`,
    'refresh by script': script(
      `const meta = document.createElement('meta'); meta.httpEquiv = 'refresh';
      meta.content = '0;url=http://${host}/'; document.head.append(meta)`,
    ),
    'base address': `<base href="http://${host}/"><img src="a"><script src="b"></script>`,
    'top navigation': script(`try { top.location = 'http://${host}/' } catch {}
      try { parent.location = 'http://${host}/' } catch {} try { open('http://${host}/', '_top') } catch {}`),
    'own address': script(`location = '${own}/api/health?secret'`),
    popups: `<a id="a" href="http://${host}/" target="_blank">x</a>${script(`open('http://${host}/');
      open('about:blank'); a.click(); const d = document.createElement('a'); d.href = 'http://${host}/';
      d.target = '_blank'; d.click()`)}`,
    download: script(
      `const a = document.createElement('a'); a.href = 'data:text/plain,x'; a.download = 'x.txt'; a.click()`,
    ),
    dialogs: script(`alert(1); confirm(1); prompt(1); print()`),
    preconnect: `<link rel="preconnect" href="http://${host}/">${link('preconnect')}`,
    'dns-prefetch': `<link rel="dns-prefetch" href="//${host}/">${link('dns-prefetch')}`,
    prefetch: `<link rel="prefetch" href="http://${host}/">${link('prefetch')}`,
    preload: `<link rel="preload" as="image" href="http://${host}/">${link('preload')}${link('modulepreload')}`,
    manifest: `<link rel="manifest" href="http://${host}/"><link rel="icon" href="http://${host}/i">`,
    speculation: `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["http://${host}/"]}]}</script>
      ${script(`const s = document.createElement('script'); s.type = 'speculationrules';
      s.textContent = '{"prerender":[{"source":"list","urls":["http://${host}/"]}]}'; document.head.append(s)`)}`,
    webrtc: script(rtc),
    'webrtc of another frame': script(`const frame = document.createElement('iframe');
      frame.srcdoc = ${JSON.stringify(script(rtc)).replaceAll('</', '<\\/')};
      document.body.append(frame);
      const bare = document.createElement('iframe'); document.body.append(bare);
      try { new bare.contentWindow.RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}' }] }) } catch {}
      const address = document.createElement('iframe');
      address.src = 'javascript:' + ${JSON.stringify(rtc)}; document.body.append(address);`),
    'webrtc in a shadow': script(`const host = document.createElement('div'); document.body.append(host);
      host.attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(`<iframe srcdoc="${script(rtc.replaceAll('"', '&quot;'))}"></iframe>`).replaceAll('</', '<\\/')}`),
    policy: `<meta http-equiv="Content-Security-Policy" content="default-src *; report-uri http://${host}/">
      <img src="http://${host}/">`,
    reports: script(`new ReportingObserver(() => {}).observe(); navigator.sendBeacon?.('http://${host}/')`),
    cookies: leaks('document.cookie'),
    'local storage': leaks('localStorage.length'),
    'session storage': leaks('sessionStorage.length'),
    databases: leaks("indexedDB.open('x')"),
    caches: script(`caches.keys().then((keys) => console.log('LEAKED', keys), () => console.log('kept'))`),
    parent: leaks('parent.document.body'),
    'top page': leaks('top.document.title'),
    'frame around': leaks('frameElement.src'),
    'parent’s address': leaks('parent.location.href'),
    eval: leaks("(0, eval)('1')"),
    function: leaks("new Function('return 1')()"),
    clipboard: script(`navigator.clipboard?.readText().then((text) => console.log('LEAKED', text), () => {})`),
    camera: script(
      `navigator.mediaDevices?.getUserMedia({ audio: true, video: true }).then(() => console.log('LEAKED'), () => {})`,
    ),
    place: script(`navigator.geolocation.getCurrentPosition(() => console.log('LEAKED'), () => {})`),
    history: script(`history.back(); history.go(-2)`),
  };
}
