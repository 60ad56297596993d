/** For tests: a small document of another domain with the three actions. */
export const ZOO = `openapi: 3.1.0
info: { title: Zoo, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /animals:
    get:
      operationId: listAnimals
      x-docent:
        action: list
        resource: animals
        order: { by: born, direction: descending }
        from: { parameter: since, field: born }
        page: { number: page, size: size }
      parameters:
        - { name: since, in: query, schema: { type: string, format: date } }
        - { name: page, in: query, schema: { type: integer, default: 0 } }
        - { name: size, in: query, schema: { type: integer, default: 5, maximum: 7 } }
      responses:
        "200":
          description: Some animals.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Animal" } } } }
  /animals/{tag}:
    parameters:
      - { name: tag, in: path, required: true, schema: { type: string } }
    get:
      operationId: readAnimal
      x-docent: { action: read, resource: animals, key: tag }
      responses:
        "200": { $ref: "#/components/responses/Animal" }
        "404": { description: None., x-docent: { when: [unknown-resource], source: assumed } }
    patch:
      operationId: mergeAnimal
      x-docent: { action: merge, resource: animals, key: tag }
      requestBody:
        content: { application/json: { schema: { $ref: "#/components/schemas/Animal" } } }
      responses:
        "200": { $ref: "#/components/responses/Animal" }
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: api_key }
  responses:
    Animal:
      description: An animal.
      content: { application/json: { schema: { $ref: "#/components/schemas/Animal" } } }
  schemas:
    Animal:
      type: object
      properties:
        tag: { type: string }
        born: { type: string, format: date }
`;

/** The zoo with a piece of its text replaced, which has to be in it. */
export function zooWith(piece: string, replacement: string): string {
  if (!ZOO.includes(piece)) throw new Error(`The zoo has no "${piece}".`);
  return ZOO.replace(piece, () => replacement);
}

/** For tests: a mistake made in the zoo as `zooWith` makes it, and the one line that tells of it: `<line>  <message>`. */
export type Mistake = [name: string, piece: string, replacement: string, fault: string];
