// The body of a pod: a ring of 16 or 24 pixels and one to three buttons. All measures in millimetres.
// The player sits towards -y. `make pod` draws every part of every pod from this file.

pixels = 24;        // 16 or 24
buttons = 1;        // 1: in the middle of the ring, where it fits; else, and 2 or 3: in a row before it
button = 16;        // 16: a panel button with a nut; 24 or 30: an arcade button that snaps in
pico = 0;           // room above the floor for a Raspberry Pi Pico: 10 soldered, 28 with jumper wires on its pins; 0: none
part = "base";      // base, lid, diffuser, laser (sheets of 3 mm), whole (to look at)

// Measure your own ring and buttons, and change these.
ring_outer = pixels == 24 ? 65.5 : 44.5;
ring_inner = pixels == 24 ? 52.3 : 31.7;
ring_height = 3.4;  // board, pixels and solder
button_hole = button + 0.2;
button_collar = button == 16 ? 20 : button + 4;
button_depth = button == 16 ? 28 : 36; // below the lid, with its wires
button_plate = button == 16 ? 0 : 3;   // as thick as the clips of an arcade button hold; 0: the whole lid, under a nut
pitch = button_collar + 4;             // from button to button

gap = 0.6;          // round the ring
step = 1.5;         // on which the diffuser lies
diffuser_height = 1;
wall = 2.4;
floor_height = 2.4;
lid_floor = 1.6;
screw = 3;          // M3, 10 mm long; it cuts its own thread into the posts
cable = 8;
pico_size = [21, 51];      // its board; its holes for screws are 11.4 and 47 apart
pico_holes = [5.7, 23.5];  // from its middle
pico_stands = 5;           // above the floor
usb_plug = [12, 12];       // the hole for the body of a micro-USB plug

lid_height = lid_floor + ring_height + diffuser_height;
screws_at = ring_outer / 2 + gap + step + 3.6;
radius = screws_at + 4.4;
inside = buttons == 1 && button_collar + 1 <= ring_inner - 2 * (gap + step);
row_at = -(ring_outer / 2 + 5 + button_collar / 2);
// A button inside the ring hangs over the Pico, one before it hangs beside it.
height = floor_height + 2 + (inside ? button_depth + pico : max(button_depth, pico));
// As far back as its corners have room: its socket is then at the wall.
pico_at = sqrt(pow(radius - wall - 0.5, 2) - pow(pico_size.x / 2, 2)) - pico_size.y / 2;
sheet = 3;          // of plywood or acrylic
$fn = 64;

function row() = inside ? [[0, 0]] : [for (n = [0:buttons - 1]) [(n - (buttons - 1) / 2) * pitch, row_at]];
// At the back, and in front of the ring: none lies under a button.
function posts() = [for (turn = [35, 145, 205, 335]) screws_at * [cos(turn), sin(turn)]];
function pico_posts() = [for (x = [-1, 1], y = [-1, 1]) [x * pico_holes.x, pico_at + y * pico_holes.y]];
function pixel_at(n) = (ring_outer + ring_inner) / 4 * [cos(360 * n / pixels - 90), sin(360 * n / pixels - 90)];

module outline() {
    hull() {
        circle(radius);
        if (!inside) for (at = row()) translate(at) circle(button_collar / 2 + 5);
    }
}

module annulus(inner, outer) {
    difference() { circle(d = outer); circle(d = inner); }
}

module frame(thick = wall) {
    difference() { outline(); offset(delta = -thick) outline(); }
    intersection() {
        outline();
        for (at = posts()) hull() {
            translate(at) circle(d = 7.4);
            translate(1.6 * at) circle(d = 7.4); // as far as the wall
        }
    }
}

module base() {
    difference() {
        union() {
            linear_extrude(floor_height) outline();
            linear_extrude(height) frame();
            if (pico) for (at = pico_posts()) translate(at) {
                cylinder(d = 3.2, h = floor_height + pico_stands); // the socket has room between two
                cylinder(d = 1.8, h = floor_height + pico_stands + 2);
            }
        }
        for (at = posts()) translate([at.x, at.y, height - 11]) cylinder(d = 2.5, h = 12);
        // The cable, or the plug of a Pico's, at the back; two holes beside it take a tie.
        if (pico) translate([-usb_plug.x / 2, radius - wall - 1, floor_height + 0.2]) cube([usb_plug.x, wall + 2, usb_plug.y]);
        else translate([0, radius - wall - 6, floor_height + cable / 2 + 1]) rotate([-90, 0, 0]) cylinder(d = cable, h = wall + 12);
        for (x = [-8, 8]) translate([x, radius - wall - 10, -1]) cylinder(d = 3.4, h = floor_height + 2);
        // Two screws into the table, and holes through which beer leaves.
        for (x = [-ring_outer / 4, ring_outer / 4]) translate([x, 0, -1]) cylinder(d = 4.4, h = floor_height + 2);
        for (turn = [0, 90, 180, 270]) rotate(turn) translate([radius - wall - 5, 0, -1]) cylinder(d = 4, h = floor_height + 2);
    }
}

module lid() {
    difference() {
        linear_extrude(lid_height) outline();
        translate([0, 0, lid_floor]) linear_extrude(lid_height) annulus(ring_inner - 2 * gap, ring_outer + 2 * gap);
        translate([0, 0, lid_floor + ring_height]) linear_extrude(lid_height)
            annulus(ring_inner - 2 * (gap + step), ring_outer + 2 * (gap + step));
        // The ring's wires go through its floor, at the back.
        for (turn = [70, 90, 110]) rotate(turn) translate([(ring_outer + ring_inner) / 4, 0, -1]) cylinder(d = 4, h = lid_height);
        for (at = row()) translate([at.x, at.y, 0]) {
            translate([0, 0, -1]) cylinder(d = button_hole, h = lid_height + 2);
            if (button_plate) translate([0, 0, button_plate]) cylinder(d = button_collar + 1, h = lid_height);
        }
        for (at = posts()) translate([at.x, at.y, -1]) {
            cylinder(d = screw + 0.4, h = lid_height + 2);
            translate([0, 0, lid_height - 1]) cylinder(d = 6.2, h = 4);
        }
    }
}

module diffuser() {
    linear_extrude(diffuser_height - 0.2) annulus(ring_inner - 2 * (gap + step) + 0.6, ring_outer + 2 * (gap + step) - 0.6);
}

// Of sheets: a top with a window for each pixel (the ring is glued under it), frames, and a bottom.
module top_sheet() {
    difference() {
        outline();
        for (at = row()) translate(at) circle(d = button_hole);
        for (at = posts()) translate(at) circle(d = screw + 0.4);
        for (n = [0:pixels - 1]) translate(pixel_at(n)) rotate(360 * n / pixels) square(5.4, center = true);
    }
}

module frame_sheet() {
    difference() {
        frame(4);
        for (at = posts()) translate(at) circle(d = screw + 0.4);
    }
}

module cable_sheet() {
    difference() {
        frame_sheet();
        slot = pico ? usb_plug.x : cable;
        translate([-slot / 2, radius - wall - 4]) square([slot, wall + 8]);
    }
}

module bottom_sheet() {
    difference() {
        outline();
        for (at = posts()) translate(at) circle(d = screw + 0.4);
        for (x = [-ring_outer / 4, ring_outer / 4]) translate([x, 0]) circle(d = 4.4);
        for (turn = [0, 90, 180, 270]) rotate(turn) translate([radius - wall - 5, 0]) circle(d = 4);
        if (pico) for (at = pico_posts()) translate(at) circle(d = 2.2); // M2, with spacers of 5 mm
    }
}

// Each sheet once: of the frames cut so many that they are as high as the base, the two lowest with the slot (four for a Pico).
module laser() {
    width = 2 * max(radius, !inside ? pitch * (buttons - 1) / 2 + button_collar / 2 + 5 : 0) + 6;
    top_sheet();
    translate([width, 0]) frame_sheet();
    translate([2 * width, 0]) cable_sheet();
    translate([3 * width, 0]) bottom_sheet();
}

if (part == "base") base();
if (part == "lid") lid();
if (part == "diffuser") diffuser();
if (part == "laser") laser();
if (part == "whole") {
    color("#5a4632") base();
    translate([0, 0, height + 14]) color("#7a5c3c") lid();
    translate([0, 0, height + 14 + lid_height + 10]) color("#f4efe0") diffuser();
}
