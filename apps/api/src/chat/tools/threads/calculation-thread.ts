// Evaluates the expression in its data and posts the outcome. calculate.ts runs it in a thread of its own.

import { parentPort, workerData } from 'node:worker_threads';
import { evaluateExpression } from './evaluate-expression.ts';

parentPort?.postMessage('ready');
parentPort?.postMessage(evaluateExpression(String(workerData)));
