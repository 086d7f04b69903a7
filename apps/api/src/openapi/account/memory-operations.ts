import { MemoriesResponse, MemoryPatch, NewMemory, Success } from '@parley/core/api';
import type { Operation } from '../operation.ts';

export const MEMORY_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/account/memories',
    operationId: 'listMemories',
    summary: 'List what the assistant remembers about the user',
    auth: 'user',
    scope: 'read',
    answer: MemoriesResponse,
  },
  {
    method: 'post',
    path: '/api/account/memories',
    operationId: 'addMemory',
    summary: 'Add a memory',
    auth: 'user',
    scope: 'manage',
    body: NewMemory,
    answer: Success,
  },
  {
    method: 'patch',
    path: '/api/account/memories/{memoryId}',
    operationId: 'updateMemory',
    summary: 'Correct a memory',
    auth: 'user',
    scope: 'manage',
    body: MemoryPatch,
    answer: Success,
  },
  {
    method: 'delete',
    path: '/api/account/memories/{memoryId}',
    operationId: 'deleteMemory',
    summary: 'Delete a memory',
    auth: 'user',
    scope: 'manage',
    answer: Success,
  },
];
