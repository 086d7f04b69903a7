const server = require('node:http').createServer((_request, response) => response.end('ok'));
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('A bare server is ready on http'));
process.on('SIGTERM', () => process.exit(0));
